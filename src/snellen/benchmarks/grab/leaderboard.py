"""What leaderboards on GRAB can be switched to, and the published rows beside the measured ones."""

from snellen.exhibits import PublishedScore, ScoringProtocol

__all__ = ["PROTOCOLS", "published_scores"]

PROTOCOLS = (
    ScoringProtocol("exact", "exact", "The reply is the key, character by character, white space at both ends apart."),
    ScoringProtocol(
        "prefix",
        "prefix",
        "What the paper's released snippet computes: the reply begins with the key, so that the key 1 accepts 12.",
    ),
    ScoringProtocol("tolerant", "tolerant", "The reply has the key's value, however it is written."),
    ScoringProtocol(
        "parameters", "parameters", "The share of parameters that are right, over the equation questions alone."
    ),
    ScoringProtocol(
        "extracted_large", "large extractor", "Exact match of the answer that a large model extracted from the reply."
    ),
    ScoringProtocol(
        "extracted_small", "small extractor", "Exact match of the answer that a small model extracted from the reply."
    ),
    ScoringProtocol("judged", "judge", "The verdict of a model that was shown reply and key."),
)


def published_scores() -> list[PublishedScore]:
    """Table 3 of the paper, by exact match: overall and by task, with Wilson's intervals on the right answers."""
    from snellen.published import correct_of, published_grab
    from snellen.statistics import wilson_interval

    published = published_grab()
    found = []
    for row in published.main_rows():
        tasks = row.tasks or {}
        parts: dict[str, tuple[int, int]] = {
            task: (correct_of(tasks[task], n), n) for task, n in published.task_questions.items()
        }
        total = (sum(right for right, _ in parts.values()), published.questions)
        for task, (right, n) in [(None, total), *parts.items()]:
            low, high = (float(end) for end in wilson_interval(right, n))
            found.append(PublishedScore(row.model, "exact", task, right / n, n, low, high))
    return found
