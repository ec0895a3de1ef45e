package dev.weir.cli;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What it listens on. That it runs, the commands' tests see. */
class ClusterCommandTest extends CommandTest {
    @Test
    void refusesAnAddressThatOthersReachOrThatIsNone() throws IOException {
        refuses(
                "--host 192.0.2.1 can be reached from other hosts, and the brokers accept all clients: listen on "
                        + "127.0.0.1, or add --insecure",
                line("cluster --host 192.0.2.1"));
        refuses("--host 0.0.0.0 is not an address of this host that clients can use", "cluster", "--host", "0.0.0.0");
        refuses("--host :: is not an address of this host", "cluster", "--insecure", "--host", "::");
        refuses("--host [zz] cannot be resolved", "cluster", "--host", "[zz]");
    }

    @Test
    void refusesPortsAndBrokersOutOfRange() throws IOException {
        refuses("--broker-count must be in [1, 9], got 10", "cluster", "--broker-count", "10");
        refuses("--port must be in [0, 65535], got 65536", "cluster", "--port", "65536");
        refuses("--port must be in [0, 65533], got 65534", "cluster", "--broker-count", "3", "--port", "65534");
    }
}
