package dev.weir.workload.yaml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Collects what is wrong with all inputs of a start, so that a person hears of everything at once. Used by the one
 * thread that reads the files.
 */
public final class Problems {
    private final List<Problem> errors = new ArrayList<>();
    private final List<Problem> notYet = new ArrayList<>();
    private final List<Problem> warnings = new ArrayList<>();

    /** Adds something that forbids to start. */
    public void error(Problem problem) {
        errors.add(problem);
    }

    /** Adds what is wrong with an option, or with a file as a whole. */
    public void error(String file, String message) {
        error(new Problem(file, message));
    }

    /** Adds something that is right, but that this version cannot run: an error like the others, for a person who runs it. */
    public void notYet(Problem problem) {
        errors.add(problem);
        notYet.add(problem);
    }

    /** Adds those of another reading that are not here yet: runs of one file have most of what is wrong with it in common. */
    public void addNew(Problems others) {
        addNew(others.errors, errors);
        addNew(others.notYet, notYet);
        addNew(others.warnings, warnings);
    }

    private static void addNew(List<Problem> from, List<Problem> to) {
        from.stream().filter(problem -> !to.contains(problem)).forEach(to::add);
    }

    /** Adds something that is allowed, but perhaps not what was meant. */
    public void warning(Problem problem) {
        warnings.add(problem);
    }

    /** The same of an option, or of a file as a whole. */
    public void warning(String file, String message) {
        warning(new Problem(file, message));
    }

    /** What forbids to start: files in the order in which they were read, by line within a file. */
    public List<Problem> errors() {
        return ordered(errors);
    }

    /** Those of the errors that a later version will not have; ordered as {@link #errors()}. */
    public List<Problem> notYet() {
        return ordered(notYet);
    }

    /** What is allowed, but should be shown; ordered as {@link #errors()}. */
    public List<Problem> warnings() {
        return ordered(warnings).stream().distinct().toList();
    }

    /**
     * Ends the reading.
     *
     * @throws InputException with all errors, if there is one; each once, although an option concerns several files
     */
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
}
