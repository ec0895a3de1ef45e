package dev.weir.driver.nats;

import dev.weir.driver.Driver;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.FailureText;
import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.ConnectionListener.Events;
import io.nats.client.ErrorListener;
import io.nats.client.Nats;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** NATS with JetStream. Each producer, consumer and administration has a connection of its own. */
record NatsDriver(NatsSettings settings) implements Driver {
    private static final Logger LOG = LoggerFactory.getLogger(NatsDriver.class);

    @Override
    public Admin openAdmin() {
        Connection connection = connect("weir-admin", (at, event) -> {});
        if (!connection.getServerInfo().isJetStreamAvailable()) {
            close(connection);
            throw new DriverException(
                    "the NATS server at " + settings.servers() + " has no JetStream: start it with nats-server -js");
        }
        return new NatsAdmin(connection, settings);
    }

    @Override
    public Producer openProducer(ProducerSpec spec, SendListener listener) {
        return opened(
                connect(spec.clientId(), (at, event) -> {}),
                connection -> new NatsProducer(connection, spec, settings, listener).start());
    }

    @Override
    public Consumer openConsumer(ConsumerSpec spec, ReceiveListener listener) {
        // Pending answers of the server are lost with each reconnection.
        var losses = new AtomicInteger();
        ConnectionListener counter = (at, event) -> {
            if (event == Events.RECONNECTED) {
                losses.incrementAndGet();
            }
        };
        return opened(
                connect(spec.clientId(), counter),
                connection -> new NatsConsumer(connection, losses, spec, settings, listener).start());
    }

    @Override
    public void close() {
        // Each client closes what it has opened.
    }

    private Connection connect(String name, ConnectionListener listener) {
        try {
            return Nats.connect(settings.connection(name)
                    .connectionListener(listener)
                    .errorListener(new ErrorLog())
                    .build());
        } catch (IOException | IllegalArgumentException e) {
            throw new DriverException("cannot reach NATS at " + settings.servers() + ": " + FailureText.of(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("cannot reach NATS at " + settings.servers() + ": interrupted", e);
        }
    }

    private static <T> T opened(Connection connection, Function<Connection, T> maker) {
        try {
            return maker.apply(connection);
        } catch (RuntimeException e) {
            close(connection);
            throw e;
        }
    }

    /** Closes a connection; threads that wait for it continue. */
    static void close(Connection connection) {
        try {
            connection.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Logs errors; the client's own listener writes to the standard error. */
    private static final class ErrorLog implements ErrorListener {
        @Override
        public void errorOccurred(Connection connection, String error) {
            LOG.warn("the server says: {}", error);
        }

        @Override
        public void exceptionOccurred(Connection connection, Exception exception) {
            LOG.debug("the client says", exception);
        }
    }
}
