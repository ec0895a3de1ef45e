package dev.weir.coordinator;

import dev.weir.clock.Clock;
import dev.weir.coordinator.figures.ClientFigures;
import dev.weir.coordinator.figures.ErrorCounts;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.system.ThrottleTrack;
import dev.weir.coordinator.workers.InstrumentObservations;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.Tick;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.feature.Features;
import dev.weir.plan.Assignment;
import dev.weir.result.code.NamedFigures;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.ReasonList;
import dev.weir.result.code.Severity;
import dev.weir.wire.message.Message;
import java.util.List;
import java.util.stream.Stream;

/** What watches any run, whatever the system and the load are. */
record RunWatches(
        InstrumentObservations instrument,
        ThrottleTrack throttles,
        ClientFigures clients,
        LateOrders lateOrders,
        ErrorCounts errors,
        List<RunObserver> ofFeatures) {
    /** @param assignments of the workers, in the order of their numbers */
    static RunWatches of(RunRequest request, Clock clock, List<Assignment> assignments) {
        return new RunWatches(
                new InstrumentObservations(assignments),
                new ThrottleTrack(),
                new ClientFigures(assignments),
                new LateOrders(),
                new ErrorCounts(),
                Features.in(RunObserver.Maker.class).stream()
                        .flatMap(feature -> feature.of(request, clock).stream())
                        .toList());
    }

    Stream<RunObserver> all() {
        return Stream.concat(ofFeatures.stream(), Stream.of(instrument, throttles, clients, lateOrders, errors));
    }

    /** Orders that reached workers too late, see {@link Message.OrderLate}. Used by one thread. */
    private static final class LateOrders implements RunObserver {
        /** Share of messages; fewer messages in the wrong phase change no figure of three digits. */
        private static final double DEGRADING_SHARE = 0.001;

        private long sent;
        private long orders;
        private long messages;
        private long latestNanos;
        private String latest = "";

        @Override
        public void tick(Tick tick) {
            sent += tick.interval().counts().sends().sent();
        }

        @Override
        public void message(WorkerLink worker, Message message) {
            if (message instanceof Message.OrderLate late) {
                orders++;
                messages += late.messages();
                if (late.byNanos() > latestNanos) {
                    latestNanos = late.byNanos();
                    latest = late.order() + " to worker " + worker.name();
                }
            }
        }

        @Override
        public List<Reason> reasons() {
            if (orders == 0) {
                return List.of();
            }
            return List.of(Reason.of(
                            ReasonCode.ORDERS_LATE,
                            messages >= DEGRADING_SHARE * sent ? Severity.DEGRADED : Severity.NOTE,
                            "%,d orders reached workers too late, %s by %s, and %,d messages had been sent by then to which"
                                    + " they apply: these count in the phase before, or were sent at the rate before",
                            orders,
                            latest,
                            ReasonList.millis(latestNanos),
                            messages)
                    .with(new NamedFigures()
                            .with("orders", orders)
                            .with("messages", messages)
                            .with("longestNanos", latestNanos)));
        }
    }
}
