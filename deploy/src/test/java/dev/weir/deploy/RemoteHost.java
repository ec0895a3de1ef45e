package dev.weir.deploy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * A network namespace with one link to this host's: what runs in it has an address of its own, and can be cut off from all
 * others. It needs root and a kernel that allows it; where that is missing the test is skipped, and says so.
 */
final class RemoteHost implements AutoCloseable {
    /** Addresses for private use: a network of four for each. */
    private static final int NETWORKS = 1 << 14;

    /** Others, or what was killed, may have some of them. */
    private static final int ATTEMPTS = 20;

    private static final long LIMIT_SECONDS = 20;

    private final String name;
    private final String network;

    private RemoteHost(String name, String network) {
        this.name = name;
        this.network = network;
    }

    static RemoteHost create() {
        var random = new SplittableRandom();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int index = random.nextInt(NETWORKS);
            var host = new RemoteHost("weir" + index, "10.213." + index / 64 + "." + index % 64 * 4);
            String refusal = run("ip", "netns", "add", host.name);
            if (refusal.isEmpty()) {
                return host.linked();
            }
            if (!refusal.endsWith("File exists")) {
                System.out.println("SKIP tests with a host that is cut off: " + refusal);
                Assumptions.abort(refusal);
            }
        }
        throw new AssertionError("network namespaces are left over: ip netns list");
    }

    private RemoteHost linked() {
        try {
            link();
            return this;
        } catch (AssertionError e) {
            close();
            throw e;
        }
    }

    private void link() {
        must("ip", "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name);
        must("ip", "address", "add", here() + "/30", "dev", name);
        must("ip", "link", "set", name, "up");
        must("ip", "-n", name, "address", "add", address() + "/30", "dev", "eth0");
        must("ip", "-n", name, "link", "set", "lo", "up");
        must("ip", "-n", name, "link", "set", "eth0", "up");
        // Other addresses of this host, such as those that it has for other such hosts.
        must("ip", "-n", name, "route", "add", "default", "via", here());
    }

    /** Its address. */
    String address() {
        return at(2);
    }

    /** The address by which it reaches this host. */
    String here() {
        return at(1);
    }

    /** What a command is to be started through, to run there. */
    List<String> shell() {
        return List.of("ip", "netns", "exec", name);
    }

    /** From now on all packets to and from the host are dropped. No connection is closed. */
    void cutOff() {
        must("ip", "-n", name, "link", "set", "eth0", "down");
    }

    void joinAgain() {
        must("ip", "-n", name, "link", "set", "eth0", "up");
        // It went with the link.
        must("ip", "-n", name, "route", "add", "default", "via", here());
    }

    private String at(int last) {
        int dot = network.lastIndexOf('.');
        return network.substring(0, dot + 1) + (Integer.parseInt(network.substring(dot + 1)) + last);
    }

    private static void must(String... command) {
        String refusal = run(command);
        if (!refusal.isEmpty()) {
            throw new AssertionError(List.of(command) + ": " + refusal);
        }
    }

    /** What it said if it failed; empty if not. */
    private static String run(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "it has not ended in time";
            }
            // It says less than a pipe holds.
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.exitValue() == 0 ? "" : said.isEmpty() ? "status " + process.exitValue() : said;
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Takes it away, with its link. */
    @Override
    public void close() {
        run("ip", "netns", "delete", name);
    }
}
