package dev.weir.coordinator.verdict;

import dev.weir.coordinator.request.RunRequest;
import dev.weir.driver.DriverFactory;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.workload.Workload;
import dev.weir.workload.message.PayloadSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Makes the reasons that follow from the workload alone, before the run begins. */
public final class WorkloadNotes {
    /**
     * Minimum ratio of payload pool to compression unit, so that at most about one message in 100 repeats another in
     * the same unit.
     */
    private static final int LARGE_POOL = 50;

    private final Workload workload;
    private final List<Reason> notes = new ArrayList<>();

    private WorkloadNotes(Workload workload) {
        this.workload = workload;
    }

    public static List<Reason> of(RunRequest request) {
        DriverFactory factory = request.system().factory();
        OptionalLong compressedTogether =
                factory.compressedTogetherBytes(request.system().driver());
        return of(request.workload(), compressedTogether, factory.payloadOnly());
    }

    static List<Reason> of(Workload workload, OptionalLong compressedTogether, boolean payloadOnly) {
        var notes = new WorkloadNotes(workload);
        notes.judgeMessages();
        if (payloadOnly) {
            notes.note(
                    ReasonCode.NOT_AUDITED,
                    "the driver reports neither partition nor offset of a message: it is unknown whether messages were"
                            + " reordered, how many each partition carried, and how far consumers lagged behind");
        }
        compressedTogether.ifPresent(notes::judgeCompression);
        List<String> approximations = workload.run().sections().approximations();
        approximations.forEach(text -> notes.note(ReasonCode.LOAD_APPROXIMATED, "%s", text));
        notes.judgeTimes();
        return List.copyOf(notes.notes);
    }

    private void judgeMessages() {
        PayloadSpec payload = workload.messages().payload();
        if (!workload.isConsumeOnly() && !workload.load().hasOwnClients() && payload.stampsSomeInHeader()) {
            String smaller = (payload.sizes().isNone() ? "" : "some ") + "messages are smaller than the stamp of "
                    + PayloadSpec.STAMP_BYTES + " bytes";
            note(
                    ReasonCode.LOAD_APPROXIMATED,
                    (payload.stampInHeader() ? "the workload has stamp: header" : smaller)
                            + ", so it travels as a header and adds about " + PayloadSpec.STAMP_HEADER_BYTES
                            + " bytes to what is sent, which no figure counts");
        }
        if (!workload.run().audited() && !workload.isConsumeOnly()) {
            note(
                    ReasonCode.NOT_AUDITED,
                    workload.load().hasOwnClients()
                            ? "the load has clients of its own, which follow no message to its delivery"
                            : "the workload has audit: false: lost, duplicated and reordered messages are unknown");
        }
    }

    private void judgeCompression(long batchBytes) {
        PayloadSpec payload = workload.messages().payload();
        if (!payload.fresh() && payload.messageSize() > 0 && payload.poolBytes() < LARGE_POOL * batchBytes) {
            note(
                    ReasonCode.PAYLOADS_REPEAT,
                    "compression is on, and the %,d payloads of the pool (%,.1f MiB) repeat within batches of up to"
                            + " %,d bytes: messages compress better than their bytes do. Leave out useRandomizedPayloads"
                            + " for payloads that never repeat, or use at least %,d payloads",
                    payload.poolSize(),
                    payload.poolBytes() / (double) (1 << 20),
                    batchBytes,
                    LARGE_POOL * batchBytes / payload.messageSize() + 1);
        }
    }

    /** Adds reasons about kinds of latency that the workload does not produce. */
    private void judgeTimes() {
        if (workload.isConsumeOnly()) {
            note(
                    ReasonCode.CONSUME_ONLY,
                    "nothing was produced: all messages of the topics count as received, also those of other clients."
                            + " It is unknown which messages should be delivered, and there are no latencies");
        } else if (!workload.load().isScheduled()) {
            note(
                    ReasonCode.SERVICE_TIMES_ONLY,
                    "%s: no message has an intended send time, so there are no response times, and messages that a "
                            + "stall keeps from being sent are in no latency",
                    workload.load().shape().isClosedLoop()
                            ? "a closed loop"
                            : "a load without a rate (producerRate: max, or 10000000 in OMB's files)");
        }
    }

    private void note(ReasonCode code, String format, Object... values) {
        notes.add(Reason.of(code, Severity.NOTE, format, values));
    }
}
