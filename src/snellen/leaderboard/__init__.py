"""Who does how well, at what cost: a row a condition, the front of what nothing else beats, and what to choose."""

from snellen.leaderboard.conditions import condition_frame
from snellen.leaderboard.front import pareto_front
from snellen.leaderboard.recommending import Candidate, Recommendation, recommend

__all__ = ["Candidate", "Recommendation", "condition_frame", "pareto_front", "recommend"]
