"""Tiny vision-language models with random weights, saved as real ones are: weights, processor, tokenizer, template."""

from pathlib import Path
from typing import Any

__all__ = ["save_idefics3", "save_llama", "save_llava"]

_SPECIAL = ("<pad>", "<s>", "</s>", "<unk>", "<image>", "<fake_token_around_image>", "<global-img>")
_TEMPLATE = (
    "{% for message in messages %}{{ message['role'] | upper }}: "
    "{% for part in message['content'] %}"
    "{% if part['type'] == 'image' %}<image>{% else %}{{ part['text'] }}{% endif %}"
    "{% endfor %}{% if message['role'] == 'assistant' %}</s>{% endif %}\n{% endfor %}"
    "{% if add_generation_prompt %}ASSISTANT:{% endif %}"
)
_VISION = {
    "hidden_size": 32,
    "intermediate_size": 64,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "image_size": 28,
    "patch_size": 7,
}


def save_llava(folder: Path, *, context: int = 4096, template: str | None = _TEMPLATE) -> None:
    """A LLaVA: each picture is 28 by 28 pixels to it, and 16 tokens."""
    from transformers import (
        CLIPImageProcessorPil,
        CLIPVisionConfig,
        LlavaConfig,
        LlavaForConditionalGeneration,
        LlavaProcessor,
    )

    tokenizer = _tokenizer()
    config = LlavaConfig(
        vision_config=CLIPVisionConfig(**_VISION),
        text_config=_text(tokenizer, context),
        image_token_index=tokenizer.convert_tokens_to_ids("<image>"),
        vision_feature_layer=-1,
    )
    images = CLIPImageProcessorPil(size={"height": 28, "width": 28}, do_center_crop=False)
    processor = LlavaProcessor(
        images,
        tokenizer,
        patch_size=7,
        vision_feature_select_strategy="default",
        num_additional_image_tokens=1,
        chat_template=template,
    )
    _save(folder, LlavaForConditionalGeneration, config, processor)


def save_idefics3(folder: Path) -> None:
    """An Idefics3: a picture is cut into tiles, as many as its shape calls for, and each is 4 tokens."""
    from transformers import Idefics3Config, Idefics3ForConditionalGeneration, Idefics3ImageProcessorPil
    from transformers import Idefics3Processor as Processor

    tokenizer = _tokenizer()
    config = Idefics3Config(
        vision_config={**_VISION, "num_channels": 3},
        text_config=_text(tokenizer, 4096).to_dict(),
        image_token_id=tokenizer.convert_tokens_to_ids("<image>"),
        scale_factor=2,
        pad_token_id=0,
    )
    images = Idefics3ImageProcessorPil(size={"longest_edge": 56}, max_image_size={"longest_edge": 28})
    _save(
        folder,
        Idefics3ForConditionalGeneration,
        config,
        Processor(images, tokenizer, image_seq_len=4, chat_template=_TEMPLATE),
    )


def save_llama(folder: Path) -> None:
    """A Llama, which takes no pictures."""
    from transformers import LlamaForCausalLM

    tokenizer = _tokenizer()
    _save(folder, LlamaForCausalLM, _text(tokenizer, 128), tokenizer)


def _save(folder: Path, kind: Any, config: Any, processor: Any) -> None:
    import torch

    torch.manual_seed(0)
    model = kind(config)
    with torch.no_grad():
        for name, weights in model.named_parameters():
            if weights.dim() > 1 and "embed" not in name:
                weights.mul_(6.0)  # as initialised, the pictures hardly change what is said
    model.save_pretrained(folder)
    processor.save_pretrained(folder)


def _text(tokenizer: Any, context: int) -> Any:
    from transformers import LlamaConfig

    return LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=2,
        max_position_embeddings=context,
        pad_token_id=0,
        bos_token_id=1,
        eos_token_id=2,
    )


def _tokenizer() -> Any:
    """Bytes, and the words of BIY's prompts, so that these are short."""
    import inspect

    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    from snellen.benchmarks.biy import ask

    tiles = [f"<row_{row}_col_{column}>" for row in range(1, 7) for column in range(1, 7)]
    inner = Tokenizer(models.BPE())
    inner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    inner.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=1200, special_tokens=[*_SPECIAL, *tiles], initial_alphabet=pre_tokenizers.ByteLevel.alphabet()
    )
    inner.train_from_iterator([inspect.getsource(ask)], trainer)
    return PreTrainedTokenizerFast(
        tokenizer_object=inner,
        pad_token="<pad>",
        bos_token="<s>",
        eos_token="</s>",
        unk_token="<unk>",
        extra_special_tokens=["<image>", "<fake_token_around_image>", "<global-img>", *tiles],
    )
