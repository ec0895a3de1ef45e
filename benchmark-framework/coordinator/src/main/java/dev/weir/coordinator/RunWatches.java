package dev.weir.coordinator;

import dev.weir.clock.Clock;
import dev.weir.coordinator.figures.ClientFigures;
import dev.weir.coordinator.figures.ErrorCounts;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.system.BrokerWatch;
import dev.weir.coordinator.workers.InstrumentObservations;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.feature.Features;
import dev.weir.plan.Assignment;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Reason;
import dev.weir.result.code.Reason.NamedFigures;
import dev.weir.result.code.Reason.ReasonList;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.Message.Throttling;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The observers of a run: those of every run, and those of features.
 *
 * @param all all of them, in the order in which they are called, also those without a component here
 */
record RunWatches(
        BrokerWatch brokers,
        InstrumentObservations instrument,
        ClientFigures clients,
        ErrorCounts errors,
        List<RunObserver> all) {
    static RunWatches of(RunRequest request, Clock clock, List<Assignment> assignments) {
        List<RunObserver> ofFeatures = Features.in(RunObserver.Maker.class).stream()
                .flatMap(feature -> feature.of(request, clock).stream())
                .toList();
        var brokers = new BrokerWatch(request, ofFeatures, clock);
        var instrument = new InstrumentObservations(assignments);
        var clients = new ClientFigures(assignments);
        var errors = new ErrorCounts();
        List<RunObserver> all = new ArrayList<>(List.of(brokers));
        all.addAll(ofFeatures);
        all.addAll(List.of(instrument, new ThrottleTrack(), clients, new LateOrders(), errors));
        return new RunWatches(brokers, instrument, clients, errors, all);
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
            var figures = new NamedFigures()
                    .with("orders", orders)
                    .with("messages", messages)
                    .with("longestNanos", latestNanos);
            Reason reason = Reason.of(
                    ReasonCode.ORDERS_LATE,
                    messages >= DEGRADING_SHARE * sent ? Severity.DEGRADED : Severity.NOTE,
                    "%,d orders reached workers too late, %s by %s, and %,d messages had been sent by then to which they"
                            + " apply: these count in the phase before, or were sent at the rate before",
                    orders,
                    latest,
                    ReasonList.millis(latestNanos),
                    messages);
            return List.of(reason.with(figures));
        }
    }

    /** Adds up how long brokers delayed clients in the measurement because of quotas. */
    static final class ThrottleTrack implements RunObserver {
        private Throttling measured = Throttling.NONE;
        private double producerNanos;
        private double consumerNanos;

        @Override
        public void taken(TakenSnapshot taken) {
            if (taken.phase().isMeasured()) {
                Throttling throttling = taken.message().throttling();
                long nanos = taken.snapshot().toNanos() - taken.snapshot().fromNanos();
                measured = measured.plus(throttling);
                producerNanos += (double) throttling.producers().count() * nanos;
                consumerNanos += (double) throttling.consumers().count() * nanos;
            }
        }

        @Override
        public List<Finding> findings() {
            List<String> shares = new ArrayList<>();
            long ofProducers = measured.producers().nanos();
            long ofConsumers = measured.consumers().nanos();
            add("producers", ofProducers, producerNanos, shares);
            add("consumers", ofConsumers, consumerNanos, shares);
            long millis = Math.max(1, Math.round((ofProducers + ofConsumers) / 1e6));
            String text = "brokers throttled clients that exceeded a quota: " + String.join(", ", shares);
            return shares.isEmpty() ? List.of() : List.of(new Finding(FindingCode.THROTTLED, millis, text));
        }

        private static void add(String clients, long nanos, double ofNanos, List<String> shares) {
            if (nanos > 0) {
                shares.add(String.format(
                        Locale.ROOT, "%s for %.1f %% of the measurement", clients, 100 * Math.min(1, nanos / ofNanos)));
            }
        }
    }
}
