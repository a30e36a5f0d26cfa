"""BIY: annotated scatterplots, clusters and outliers to count, box and locate.

In the making: the data samples, the chart designs, their layout without a browser, annotations and drawing are here;
the plan, questions and scores are not, so it is not offered by name.
"""

__all__: list[str] = []
