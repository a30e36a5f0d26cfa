"""Vision-language models of Hugging Face Transformers, loaded and asked in this process: `transformers/…`."""

__all__: list[str] = []
