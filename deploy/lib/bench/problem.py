class Problem(Exception):
    """Bad input or a failed step, as one message that says what would be right. Ends the command without a stack trace.

    status is the exit status: 2 for bad input, when nothing was started; 1 for what failed.
    """

    def __init__(self, message, status=1):
        super().__init__(message)
        self.status = status


class NoAnswer(Problem):
    """A host that could not be asked, whatever is the case on it."""


class NoCapacity(Problem):
    """AWS has no free host of an instance type in a zone."""
