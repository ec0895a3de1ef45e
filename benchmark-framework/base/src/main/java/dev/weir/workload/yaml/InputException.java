package dev.weir.workload.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Input has errors; nothing was started. The message is for the person who wrote it: one line for each problem. */
public final class InputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** An ArrayList, because the field of a serializable class has to be serializable. */
    private final ArrayList<Problem> problems;

    InputException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = new ArrayList<>(problems);
    }

    public List<Problem> problems() {
        return List.copyOf(problems);
    }
}
