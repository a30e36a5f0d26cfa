"""What leaderboards on BIY can be switched to, and the published rows beside the measured ones."""

from snellen.exhibits import PublishedScore, ScoringProtocol

__all__ = ["PROTOCOLS", "published_scores"]

_VALUE = (
    "A score is 1 or 0 for a count or a word, the recall at IoU 0.75 for boxes, and the recall at 10 pixels for points."
)
PROTOCOLS = (
    ScoringProtocol("strict", "strict", f"The released reading; an invalid reply scores 0. {_VALUE}"),
    ScoringProtocol("paper", "paper", f"The released reading; invalid replies are dropped, as in the paper. {_VALUE}"),
    ScoringProtocol("exact", "exact", f"The asked form and nothing else; any other reply scores 0. {_VALUE}"),
    ScoringProtocol("lenient", "lenient", f"The same answer however it is written; else 0. {_VALUE}"),
)


def published_scores() -> list[PublishedScore]:
    """What the authors publish by task, model and strategy, under the paper's protocol."""
    from snellen.published import published_biy

    published = published_biy()
    return [
        PublishedScore(f"{published.name(row.model)} ({row.strategy})", "paper", row.task, row.figures[name])
        for row in published.results
        for name in ("accuracy", "recall_iou75", "recall_10px")
        if name in row.figures
    ]
