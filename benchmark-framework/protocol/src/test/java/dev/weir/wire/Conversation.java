package dev.weir.wire;

import dev.weir.wire.Link.LinkListener;
import dev.weir.wire.message.Message;
import dev.weir.wire.tls.ChannelSecurity;
import java.net.SocketAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One end of a connection, for a test to say and hear what it likes. */
public class Conversation implements LinkListener {
    private static final int PATIENCE_SECONDS = 60;

    private final Link link;
    private final BlockingQueue<Message> heard = new LinkedBlockingQueue<>();
    private final AtomicInteger interruptions = new AtomicInteger();
    private final AtomicInteger resumptions = new AtomicInteger();
    private final CompletableFuture<String> closeReason = new CompletableFuture<>();

    public Conversation(Link link) {
        this.link = link;
    }

    /** With the server that listens at the address. */
    public static Conversation with(WireClient client, SocketAddress address) {
        return with(client, address, ChannelSecurity.NONE);
    }

    /** The same over a connection that is secured so. */
    public static Conversation with(WireClient client, SocketAddress address, ChannelSecurity security) {
        var begun = new CompletableFuture<Conversation>();
        client.connect(address, security, link -> {
            var conversation = new Conversation(link);
            begun.complete(conversation);
            return conversation;
        });
        return begun.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    @Override
    public void received(Message message) {
        heard.add(message);
    }

    @Override
    public void interrupted(String reason) {
        interruptions.incrementAndGet();
    }

    @Override
    public void resumed() {
        resumptions.incrementAndGet();
    }

    /** How often the connection was gone. */
    public int interruptions() {
        return interruptions.get();
    }

    /** How often it went on over another. */
    public int resumptions() {
        return resumptions.get();
    }

    @Override
    public void closed(String reason) {
        closeReason.complete(reason);
    }

    public void say(Message message) {
        link.send(message);
    }

    /** Waits for a message of that kind; others before it are passed over. */
    public <T extends Message> T hear(Class<T> kind) {
        try {
            for (Message next = poll(); next != null; next = poll()) {
                if (kind.isInstance(next)) {
                    return kind.cast(next);
                }
            }
            throw new AssertionError("no " + kind.getSimpleName() + " within " + PATIENCE_SECONDS + " s");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until the connection is gone, and tells why it is. */
    public String closeReason() {
        return closeReason.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    public boolean isOpen() {
        return !closeReason.isDone();
    }

    public Link link() {
        return link;
    }

    private @Nullable Message poll() throws InterruptedException {
        return heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
}
