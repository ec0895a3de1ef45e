package dev.weir.doctor;

import java.time.Duration;
import java.util.List;

/** Checks that wait for other processes, and have a time limit. */
public interface CheckUp {

    /** Returns what is checked, for people. */
    String subject();

    /**
     * Carries out the checks, on a thread of its own. Called once. When its time is over, the thread is interrupted;
     * then it returns soon, with what it has found.
     */
    List<Check> check();

    /** Returns the result if it does not return even then. */
    Check overdue(Duration limit);
}
