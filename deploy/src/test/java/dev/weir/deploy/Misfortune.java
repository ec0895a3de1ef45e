package dev.weir.deploy;

import java.util.List;
import java.util.Random;

/**
 * What happens to a run, drawn by a seed: whom it befalls, what, and when.
 *
 * @param victim whose process it is
 * @param kind of what befalls it
 * @param during what the run prints when that may begin
 * @param afterMillis so long after it has printed that
 * @param lastsMillis of what passes
 * @param continuesAfterLoss whether the run is to go on without a lost worker
 */
record Misfortune(
        Victim victim, Kind kind, String during, long afterMillis, long lastsMillis, boolean continuesAfterLoss) {
    enum Victim {
        COORDINATOR,
        /** The worker with the producers. */
        SENDER,
        /** The worker with the consumers. */
        RECEIVER,
        BROKER
    }

    enum Kind {
        /** {@code kill -9}. */
        KILLED(false),
        /** Asked to end. */
        TERMINATED(false),
        /** Stands still for a while. */
        PAUSED(true),
        /** Stands still again and again for a while: as slow as on a host that is much too busy. */
        SLOWED(true),
        /** Its host's network drops all packets for a while. No connection is closed. */
        CUT_OFF(true);

        private final boolean passes;

        Kind(boolean passes) {
            this.passes = passes;
        }
    }

    private static final String MEASUREMENT = "measurement  for";
    private static final List<String> PHASES = List.of(
            "prepare      connecting",
            "prepare      creating",
            "prepare      checking",
            "warm-up      for",
            MEASUREMENT,
            "settle");
    private static final long MAX_AFTER_MILLIS = 3000;

    /** Both shorter and longer than a run waits for a silent process. */
    private static final long MAX_MILLIS = 9000;

    static Misfortune of(long seed) {
        var random = new Random(seed);
        // The first numbers of neighbouring seeds are much alike.
        random.nextLong();
        Victim victim = Victim.values()[random.nextInt(Victim.values().length)];
        List<Kind> kinds = switch (victim) {
            case COORDINATOR -> List.of(Kind.KILLED, Kind.TERMINATED, Kind.PAUSED, Kind.SLOWED);
            case SENDER, RECEIVER -> List.of(Kind.values());
            // There is no other one to go on with.
            case BROKER -> List.of(Kind.KILLED, Kind.PAUSED, Kind.SLOWED);
        };
        return new Misfortune(
                victim,
                kinds.get(random.nextInt(kinds.size())),
                PHASES.get(random.nextInt(PHASES.size())),
                random.nextLong(MAX_AFTER_MILLIS),
                500 + random.nextLong(MAX_MILLIS),
                random.nextBoolean());
    }

    boolean befalls(Victim who, Kind what) {
        return victim == who && kind == what;
    }

    boolean befallsAWorker() {
        return victim == Victim.SENDER || victim == Victim.RECEIVER;
    }

    /** Whether the process that it befalls ends. */
    boolean ends() {
        return !kind.passes;
    }

    /** Whether messages that are due in the measurement have to wait for as long as it lasts. */
    boolean holdsMessagesUp() {
        return victim != Victim.COORDINATOR
                && (kind == Kind.PAUSED || kind == Kind.CUT_OFF)
                && during.equals(MEASUREMENT)
                && afterMillis > MAX_AFTER_MILLIS / 3;
    }
}
