"""Replies that nobody expects, for fuzzing readings of them."""

from hypothesis import strategies as st

__all__ = ["REPLIES"]

_PIECES = [
    *(
        "0.35",
        "40%",
        ".8",
        "8e-1",
        "0,4",
        "1,000",
        "-5",
        "1/3",
        "3 out of 10",
        "9" * 40,
        "1e99",
        "0 to 1",
        "1/0",
        "2:1",
    ),
    *("A", "(B)", "**C**", "$D$", "b)", r"\boxed{", "}", "<answer>", "</answer>", "<think>", "</think>", "```", "["),
    *("The correct answer is ", "Prediction: ", "I predict that ", "Answer:", "Final answer: ", " is correct", " not "),
    *(
        " of students will be misled",
        "North",
        "South East",
        "South",
        "yes",
        "None of the above",
        "I'm sorry, but I can't",
    ),
    *(
        " > ",
        " < ",
        " = ",
        " → ",
        ", ",
        " and ",
        "then ",
        "1. ",
        "2) ",
        "- ",
        "\n",
        "\n\n",
        ". ",
        "from lowest to highest",
    ),
    *("±", "%", "\\", "{", "(", '"', "≈ ", "half", "twenty-five", " million", "\u2009", "\u00a0", "½", "\x00", "١"),
]

REPLIES = st.lists(st.one_of(st.sampled_from(_PIECES), st.text(max_size=6)), max_size=30).map("".join)
"""Texts of pieces that answers are made of, in any order, and of any characters."""
