"""The columns of CHARTOM's results table: what is measured of each reply, under which names."""

__all__ = ["FACT_COLUMNS", "MIND_COLUMNS", "NOTE_COLUMNS", "SCORE_COLUMNS", "SUMMARY_COLUMNS"]

FACT_COLUMNS = ("fact", "fact_card", "misled", "fact_valid")
"""Of replies to FACT questions: right by the robust and by the card's protocol, misled, and whether they are read."""

MIND_COLUMNS = (
    *("hmi_error", "hmi_error_worst", "hmi_error_card", "hmi_closeness"),
    *("hmi_predicted", "hmi_predicted_card", "mind_valid", "mind_valid_card"),
)
"""Of replies to MIND questions: distances from the people's value, the predictions, and whether they could be read."""

SCORE_COLUMNS = (*FACT_COLUMNS, *MIND_COLUMNS, "conflated", "justification_first")
"""All columns of numbers, headline first."""

SUMMARY_COLUMNS = ("fact", "fact_card", "misled", "hmi_error_worst")
"""FACT accuracy under both protocols, the share misled, and the error of predictions, failures at their worst."""

NOTE_COLUMNS = ("fault", "card_fault", "reading", "conflation")
"""Why a reply could not be read, by either protocol; how it was read; which other task it answers."""
