package dev.weir.driver.kafka.embedded;

import static org.awaitility.Awaitility.await;

import dev.weir.driver.exception.DriverException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What a cluster could leave behind. */
record Remains(Path directory, List<Integer> ports, List<Long> processIds) {
    static Remains of(KafkaEmbeddedCluster cluster) {
        return new Remains(cluster.directory(), portsOf(cluster.bootstrapServers()), cluster.processIds());
    }

    static List<Integer> portsOf(String bootstrapServers) {
        return Stream.of(bootstrapServers.split(",", -1))
                .map(server -> Integer.valueOf(server.substring(server.indexOf(':') + 1)))
                .toList();
    }

    void awaitNone() {
        await("end of the processes " + processIds)
                .until(() -> processIds.stream().noneMatch(Remains::runs));
        await("deletion of " + directory).until(() -> !Files.exists(directory));
        await("release of the ports " + ports).until(() -> ports.stream().allMatch(Remains::isFree));
    }

    /** A zombie, which an init that does not reap keeps for ever, has no command any more. */
    static boolean runs(long pid) {
        return ProcessHandle.of(pid)
                .filter(process -> process.isAlive() && process.info().command().isPresent())
                .isPresent();
    }

    private static boolean isFree(int port) {
        try {
            return new NodeLayout.Ports(InetAddress.getLoopbackAddress()).exactly(port) == port;
        } catch (DriverException e) {
            return false;
        }
    }
}
