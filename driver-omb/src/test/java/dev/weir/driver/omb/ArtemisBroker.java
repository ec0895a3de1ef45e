package dev.weir.driver.omb;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerMessagePlugin;
import org.apache.activemq.artemis.core.transaction.Transaction;

/** An Artemis broker in this process. */
final class ArtemisBroker implements AutoCloseable {
    static final String DRIVER = "example.ArtemisBenchmarkDriver";

    /** With what the names of the jars begin that Artemis' client is made of. */
    static final List<String> LIBRARIES =
            List.of("artemis-", "netty-", "commons-", "jctools-", "micrometer-", "caffeine-");

    private final EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
    private final AtomicLong untilStall = new AtomicLong(Long.MAX_VALUE);
    private final String url;

    private ArtemisBroker(String url) {
        this.url = url;
    }

    static ArtemisBroker start(Path folder) throws Exception {
        var started = new ArtemisBroker("tcp://127.0.0.1:" + freePort());
        var configuration = new ConfigurationImpl()
                .setPersistenceEnabled(false)
                .setSecurityEnabled(false)
                .setJournalDirectory(folder.resolve("journal").toString())
                .addAcceptorConfiguration("tcp", started.url);
        configuration.registerBrokerPlugin(new ActiveMQServerMessagePlugin() {
            @Override
            public void beforeSend(
                    ServerSession session, Transaction tx, Message message, boolean direct, boolean noAutoCreateQueue) {
                started.stallIfDue();
            }
        });
        started.broker.setConfiguration(configuration).start();
        return started;
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Has the broker take nothing for 1 s from a message on, as many messages from now. */
    void stallAfter(long messages) {
        untilStall.set(messages);
    }

    private void stallIfDue() {
        if (untilStall.decrementAndGet() == 0) {
            try {
                TimeUnit.SECONDS.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The text of a driver file of OMB for this broker, with faults. */
    String driverFile(String faults) {
        return "name: Artemis here\ndriverClass: " + DRIVER + "\nbrokerUrl: " + url + "\nclient: {producers: [1, 2]}\n"
                + faults;
    }

    @Override
    public void close() {
        try {
            broker.stop();
        } catch (Exception e) {
            throw new AssertionError("the broker cannot be stopped", e);
        }
    }
}
