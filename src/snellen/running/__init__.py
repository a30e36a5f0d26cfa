"""Models run by Inspect AI: tasks, the local readers as its models, resumable runs, and logs.

Nothing outside this folder imports Inspect.
"""

__all__: list[str] = []
