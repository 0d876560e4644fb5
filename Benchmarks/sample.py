"""What several runs of one thing gave."""
import statistics


class Sample:
    """The median of several runs, its quartiles, and how many runs there were.

    `values` are the single runs in their order, where they are known: those of two samples taken in turn are pairs."""

    def __init__(self, median, low=None, high=None, runs=1, values=None):
        self.median, self.runs, self.values = median, runs, values
        self.low = median if low is None else low
        self.high = median if high is None else high

    @classmethod
    def of(cls, values):
        values = list(values)
        if len(values) < 2:
            return cls(values[0], runs=1, values=values)
        low, _, high = statistics.quantiles(values, n=4, method="inclusive")
        return cls(statistics.median(values), low, high, len(values), values)

    @classmethod
    def either(cls, value):
        """A number is a sample of one run."""
        return value if isinstance(value, cls) else cls(value, values=[value])

    def __mul__(self, factor):
        values = [value * factor for value in self.values] if self.values else None
        return Sample(self.median * factor, self.low * factor, self.high * factor, self.runs, values)

    def __truediv__(self, divisor):
        return self * (1 / divisor)

    def over(self, other):
        """The ratio of the medians. Its quartiles are those of the pairs where both were measured in turn, and else the
        widest that the quartiles of both allow."""
        ratio = self.median / other.median
        if self.values and other.values and len(self.values) == len(other.values) > 1:
            pairs = Sample.of(mine / theirs for mine, theirs in zip(self.values, other.values))
            return Sample(ratio, min(pairs.low, ratio), max(pairs.high, ratio), self.runs)
        return Sample(ratio, self.low / other.high, self.high / other.low, min(self.runs, other.runs))
