"""What leaderboards on CHARTOM can be switched to, and the published rows beside the measured ones."""

from snellen.exhibits import PublishedScore, ScoringProtocol

__all__ = ["PROTOCOLS", "published_scores"]

PROTOCOLS = (
    ScoringProtocol("fact", "FACT, robust", "The answer wherever it stands in the reply and however it is written."),
    ScoringProtocol("fact_card", "FACT, card", "The card's recipe: the reply is the key, character by character."),
    ScoringProtocol("misled", "misled", "The share of replies that give the wrong answer to which the chart tempts."),
    ScoringProtocol(
        "hmi_error_worst",
        "MIND error, robust",
        "Mean absolute error of the predicted share of people misled; what cannot be read counts as the worst "
        "prediction. Less is better.",
        "error",
    ),
    ScoringProtocol(
        "hmi_error",
        "MIND error, read alone",
        "Mean absolute error over the predictions that could be read. Less is better.",
        "error",
    ),
    ScoringProtocol(
        "hmi_error_card",
        "MIND error, card",
        "Mean absolute error by the card's recipe, over the replies that it reads; not bounded. Less is better.",
        "error",
    ),
)


def published_scores() -> list[PublishedScore]:
    """People on CALVI's public items: the share right, honest and misleading items together and apart."""
    from snellen.published import published_chartom

    calvi = published_chartom().calvi
    total = sum(calvi.items.values())
    right = {name: 1 - calvi.error_rate[name] for name in calvi.items}
    both = sum(right[name] * n for name, n in calvi.items.items()) / total
    rows = {"": (both, total), **{f", {name} items": (right[name], n) for name, n in calvi.items.items()}}
    return [
        PublishedScore(f"people on CALVI{name}", "fact", task, score, n)
        for name, (score, n) in rows.items()
        for task in (None, "fact")
    ]
