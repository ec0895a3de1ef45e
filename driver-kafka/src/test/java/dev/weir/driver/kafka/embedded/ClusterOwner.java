package dev.weir.driver.kafka.embedded;

import java.io.IOException;

/**
 * The main of a process that owns a cluster, for tests that end such a process. Prints, one a line, the directory, the
 * brokers' ports and their process ids, and an empty line, the last broker paused if it is asked for; then waits for the end of its standard input and leaves
 * without closing the cluster.
 */
final class ClusterOwner {
    private ClusterOwner() {}

    public static void main(String[] arguments) throws IOException {
        var cluster = new KafkaEmbeddedClusters().start(Integer.parseInt(arguments[0]), 0);
        if (arguments.length > 1) {
            cluster.faults().orElseThrow().pause(cluster.processIds().size());
        }
        System.out.println(cluster.directory());
        System.out.println(cluster.bootstrapServers());
        cluster.processIds().forEach(System.out::println);
        System.out.println();
        while (System.in.read() >= 0) {
            // The parent writes nothing. It closes the pipe when it ends.
        }
    }
}
