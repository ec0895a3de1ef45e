package dev.weir.host.observation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.Deadline;
import dev.weir.clock.SystemClock;
import dev.weir.host.facts.HostFiles;
import dev.weir.host.observation.Observation.ControlGroupUse;
import dev.weir.host.observation.Observation.NetworkUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** This process and its host, watched. */
class ObserverTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final long MILLI = 1_000_000;

    /** The test calls for a collection, so it knows between which times that was. */
    @Test
    void aCollectionIsReportedWithItsTimeAndTheThreadThatWaitsWakesUp() {
        List<Pause> pauses = new ArrayList<>();
        long wakeUps = 0;
        Deadline deadline = Deadline.after(SystemClock.INSTANCE, LIMIT);
        try (var observer = new Observer(SystemClock.INSTANCE)) {
            long before = SystemClock.INSTANCE.epochNanos();
            System.gc();
            while ((pauses.isEmpty() || wakeUps < 3) && !deadline.isOver()) {
                LockSupport.parkNanos(MILLI);
                Observation observation = observer.take();
                pauses.addAll(observation.gcPauses());
                wakeUps += observation.wakeUps();
            }
            long after = SystemClock.INSTANCE.epochNanos();

            assertThat(wakeUps).isGreaterThanOrEqualTo(3);
            // A collection for another test can have begun before.
            assertThat(pauses).anySatisfy(pause -> {
                assertThat(pause.beginNanos()).isBetween(before - 2 * MILLI, after);
                assertThat(pause.endNanos()).isLessThanOrEqualTo(after + 2 * MILLI);
            });
        }
    }

    @Test
    void sharesOfOtherLoadAreOfAllCores() throws InterruptedException {
        OtherLoad.OtherLoadFigures load =
                new OtherLoad(HostFiles.OF_THIS_HOST, SystemClock.INSTANCE).after(Duration.ofMillis(100));

        load.cpuShare().ifPresent(share -> assertThat(share).isBetween(0.0, 1.0));
        load.stolenShare().ifPresent(share -> assertThat(share).isBetween(0.0, 1.0));
    }

    @Test
    void aHiccupThatACollectionMadeIsNotTheHosts() {
        var inside = new Pause(1_005 * MILLI, 46 * MILLI);
        var apart = new Pause(1_100 * MILLI, 5 * MILLI);

        var observation = new Observation(
                100,
                List.of(inside, apart),
                List.of(new Pause(1_000 * MILLI, 50 * MILLI)),
                0,
                Optional.empty(),
                ControlGroupUse.NONE,
                NetworkUse.NONE,
                0);

        assertThat(observation.hiccupsApartFromGc()).containsExactly(apart);
    }
}
