package dev.weir.workload.yaml;

import dev.weir.workload.text.NumberText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Collects the problems of all inputs of a command, so that a person sees all of them at once. One thread. */
public final class Problems {
    /** Largest number of errors that are kept. A longer list helps no reader. */
    private static final int MAX_ERRORS = 1000;

    private final List<Problem> errors = new ArrayList<>();
    private final List<Problem> notYet = new ArrayList<>();
    private final List<Problem> warnings = new ArrayList<>();
    private int notShown;

    /** Adds an error, which prevents the start. */
    public void error(Problem problem) {
        if (isFull()) {
            notShown++;
        } else {
            errors.add(problem);
        }
    }

    /** Returns how many errors there are, with those that are not shown. */
    public int errorCount() {
        return errors.size() + notShown;
    }

    /** Returns whether further errors are only counted, so that advice about them is not shown. */
    public boolean isFull() {
        return errors.size() >= MAX_ERRORS;
    }

    /** Returns whether an error about a file has a text in its message. */
    boolean contain(String file, String text) {
        return errors.stream()
                .anyMatch(each -> each.file().equals(file) && each.message().contains(text));
    }

    public void error(String file, String message) {
        error(new Problem(file, message));
    }

    /** Adds an error about a correct field that this version does not support. */
    public void notYet(Problem problem) {
        error(problem);
        notYet.add(problem);
    }

    /** Adds problems of another reading that are new here: the runs of one file have most problems in common. */
    public void addNew(Problems others) {
        addNew(others.errors, errors);
        addNew(others.notYet, notYet);
        addNew(others.warnings, warnings);
        notShown = Math.max(notShown, others.notShown);
    }

    private static void addNew(List<Problem> from, List<Problem> to) {
        from.stream().filter(problem -> !to.contains(problem)).forEach(to::add);
    }

    /** Adds a warning: allowed, but perhaps not intended. */
    public void warning(Problem problem) {
        warnings.add(problem);
    }

    public void warning(String file, String message) {
        warning(new Problem(file, message));
    }

    /** Returns the errors by file, as read, and line. If there are too many, the last states how many are not shown. */
    public List<Problem> errors() {
        List<Problem> shown = ordered(errors);
        if (notShown == 0) {
            return shown;
        }
        String file = shown.get(shown.size() - 1).file();
        var all = new ArrayList<>(shown);
        all.add(new Problem(file, NumberText.counted(notShown, "more error") + " are not shown; mend these first"));
        return all;
    }

    /** Returns errors about fields that only a later version supports; ordered as {@link #errors()}. */
    public List<Problem> notYet() {
        return ordered(notYet);
    }

    /** Returns the warnings; ordered as {@link #errors()}. */
    public List<Problem> warnings() {
        return ordered(warnings).stream().distinct().toList();
    }

    /** Throws all errors, if there is one; each once, although an option concerns several files. */
    public void throwIfAny() {
        if (!errors.isEmpty()) {
            throw new InputException(errors().stream().distinct().toList());
        }
    }

    private static List<Problem> ordered(List<Problem> problems) {
        List<String> files = problems.stream().map(Problem::file).distinct().toList();
        return problems.stream()
                .sorted(Comparator.comparingInt((Problem problem) -> files.indexOf(problem.file()))
                        .thenComparingInt(Problem::line))
                .toList();
    }

    /** Input has errors; nothing was started. The message is for the person who wrote it: one line for each problem. */
    public static final class InputException extends RuntimeException {
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
}
