package dev.weir.worker.loop;

/** Work of the send benchmark: sends messages to the topics in turn, and awaits them at the commit. */
final class SendWork extends LoopWork {
    SendWork(LoopParts parts) {
        super(parts);
    }

    @Override
    void prepare() {}

    @Override
    void inside() {
        for (int i = 0; i < loop.messages(); i++) {
            send(i % role.topics().size(), role.partition(), payload.next());
        }
    }

    @Override
    void afterCommit() {
        sends.await();
    }

    @Override
    void withoutTransaction() {
        for (int i = 0; i < loop.messages(); i++) {
            sendWithoutTransaction(i % role.topics().size(), role.partition(), payload.next());
        }
        sends.await();
    }
}
