package dev.weir.doctor;

import java.time.Duration;
import java.util.List;

/** Checks that wait for others, and may have to be given up. */
public interface CheckUp {

    /** What is checked, for people. */
    String subject();

    /**
     * Does the checks, on a thread of its own. Called once. When the thread is interrupted its time is over: it returns
     * soon, with what it knows.
     */
    List<Check> check();

    /** What to say if it does not return even then. */
    Check overdue(Duration limit);
}
