package dev.weir.coordinator.workers;

import dev.weir.wire.message.Message;

/** Workers for tests, without a network. */
public final class WorkerLinks {
    private WorkerLinks() {}

    /** A worker that is silent, after it has reported its end or without. */
    public static WorkerLink silent(boolean reportedEnd) {
        var worker = new WorkerLink(0, "worker");
        if (reportedEnd) {
            worker.note(new Message.Failed("the client broke"));
        }
        return worker;
    }
}
