package dev.weir.coordinator.workers;

import dev.weir.result.code.NamedFigures;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.ReasonList;
import dev.weir.result.code.Severity;
import dev.weir.wire.message.Message;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Orders that reached workers after the time at which they took effect, see {@link Message.OrderLate}. Used by one
 * thread.
 */
public final class LateOrders implements RunObserver {
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
                String.format(
                        Locale.ROOT,
                        "%,d orders reached workers too late, %s by %s, and %,d messages had been sent by then to which"
                                + " they apply: these count in the phase before, or were sent at the rate before",
                        orders,
                        latest,
                        ReasonList.millis(latestNanos),
                        messages),
                new NamedFigures()
                        .with("orders", orders)
                        .with("messages", messages)
                        .with("longestNanos", latestNanos)
                        .byName(),
                Optional.empty()));
    }
}
