package dev.weir.feature;

import dev.weir.result.interval.Phase;
import java.util.List;
import java.util.Random;

/**
 * What happens to a run, drawn by a seed.
 *
 * @param kind of it, and to whom
 * @param phase in which it begins
 * @param afterTicks snapshots of that phase
 * @param millis how long it lasts, where it passes
 * @param worker the number of the worker that it happens to
 * @param continuesAfterLoss whether the run is to go on without a lost worker
 * @param loseEvery the system loses every so-manieth message of a producer; 0: none
 */
record Incident(
        Kind kind, Phase phase, int afterTicks, long millis, int worker, boolean continuesAfterLoss, long loseEvery) {
    static final int WORKERS = 3;

    enum Kind {
        /** All its threads stand still for a while. */
        WORKER_STOPPED,
        /** Its connection is reset. */
        WORKER_CUT,
        /** Its connection stands, but nothing passes for a while. */
        WORKER_CUT_OFF,
        WORKER_KILLED,
        /** Another process listens at its address. */
        WORKER_RESTARTED,
        COORDINATOR_STOPPED,
        /** The system acknowledges and delivers nothing for a while. */
        SYSTEM_STOPPED,
        /** The system refuses a part of the messages. */
        SYSTEM_REFUSES,
        /** Nothing but what {@link #loseEvery} says. */
        SYSTEM_LOSES;

        boolean isOfWorker() {
            return name().startsWith("WORKER");
        }

        boolean ends() {
            return this == WORKER_KILLED || this == WORKER_RESTARTED;
        }
    }

    private static final List<Phase> PHASES =
            List.of(Phase.WARM_UP, Phase.MEASUREMENT, Phase.MEASUREMENT, Phase.MEASUREMENT, Phase.SETTLE);

    static Incident of(long seed) {
        var random = new Random(seed);
        // The first numbers of neighbouring seeds are much alike.
        random.nextLong();
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        Phase phase = PHASES.get(random.nextInt(PHASES.size()));
        boolean loses = kind == Kind.SYSTEM_LOSES || random.nextInt(4) == 0;
        return new Incident(
                kind,
                phase,
                phase == Phase.MEASUREMENT ? random.nextInt(12) : 0,
                500 + random.nextInt(13_500),
                random.nextInt(WORKERS),
                random.nextBoolean(),
                loses && kind != Kind.SYSTEM_REFUSES ? 20 + random.nextInt(50) : 0);
    }
}
