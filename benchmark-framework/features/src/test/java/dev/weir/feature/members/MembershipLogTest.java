package dev.weir.feature.members;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.ManualClock;
import dev.weir.plan.ConsumerStep;
import java.util.List;
import org.junit.jupiter.api.Test;

class MembershipLogTest {
    private static final long BEGIN = 1_700_000_000_000_000_000L;

    private final ManualClock clock = new ManualClock(0);
    private final MembershipLog log = new MembershipLog(7, 2, clock);

    @Test
    void aSpanEndsAtAGapWithoutMessages() {
        for (long millis : List.of(5L, 20L, 39L, 59L, 60L)) {
            log.delivered(0, at(millis));
        }
        log.delivered(1, at(61));

        assertThat(log.take().orElseThrow())
                .isEqualTo(new MemberNotes(7, List.of(), List.of(new MemberNotes.Span(0, at(5), at(39)))));
        assertThat(log.take()).isEmpty();
        log.ended();
        assertThat(log.take().orElseThrow().spans())
                .containsExactly(new MemberNotes.Span(0, at(59), at(60)), new MemberNotes.Span(1, at(61), at(61)));
    }

    /** So that little is unknown if the worker is lost. */
    @Test
    void aSpanEndsAfterASecond() {
        for (long millis = 0; millis <= 2500; millis += 10) {
            log.delivered(0, at(millis + 1));
        }

        assertThat(log.take().orElseThrow().spans())
                .containsExactly(new MemberNotes.Span(0, at(1), at(1001)), new MemberNotes.Span(0, at(1011), at(2011)));
    }

    @Test
    void partitionsUnknownToTheRunAreIgnored() {
        log.delivered(2, at(1));
        log.delivered(-1, at(1));
        log.ended();

        assertThat(log.take()).isEmpty();
    }

    @Test
    void changesHaveTheirTimes() {
        clock.set(3);
        log.assigned(List.of(1));
        clock.set(4);
        log.begins(new ConsumerStep(2, ConsumerStep.Action.KILL, 0, 7, 0, 0));

        assertThat(log.take().orElseThrow().changes())
                .containsExactly(
                        new MemberNotes.Change(3, MemberNotes.Kind.ASSIGNED, -1, List.of(1)),
                        new MemberNotes.Change(4, MemberNotes.Kind.KILL, 2, List.of()));
    }

    private static long at(long millis) {
        return BEGIN + millis * 1_000_000;
    }
}
