package dev.weir.doctor;

import dev.weir.driver.exception.FailureText;
import dev.weir.driver.loading.Drivers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Checks whether an embedded cluster could be started: a driver supports it, and loopback works. Starts none. Any
 * thread.
 */
public final class EmbeddedCheck {
    private static final int LIMIT_MILLIS = 2_000;
    private static final String NAME = "embedded";

    private EmbeddedCheck() {}

    /** Checks the drivers; connects to a port of its own on loopback. */
    public static Check of(Drivers drivers) {
        return drivers.all().stream()
                .filter(factory -> factory.embedded().isPresent())
                .findFirst()
                .map(factory -> loopback("the driver " + factory.name() + " can start a cluster here"))
                .orElseGet(() -> Check.warn(
                        NAME,
                        "no driver on the class path has an embedded cluster, so -d has to be given",
                        "unpack weir.tar.gz again: lib/ lacks the jar of driver-kafka"));
    }

    private static Check loopback(String found) {
        var loopback = InetAddress.getLoopbackAddress();
        try (var server = new ServerSocket(0, 1, loopback);
                var client = new Socket()) {
            client.connect(new InetSocketAddress(loopback, server.getLocalPort()), LIMIT_MILLIS);
            return Check.ok(NAME, found);
        } catch (IOException e) {
            return Check.fail(
                    NAME,
                    "connections on " + loopback + " do not work: " + FailureText.of(e),
                    "sudo ip link set lo up");
        }
    }
}
