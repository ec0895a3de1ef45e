package dev.weir.driver.kafka.embedded;

import java.io.IOException;

/**
 * The main of a process that owns a cluster of two brokers, of which it pauses one, for tests of the end of such a process.
 * Prints, one a line, the directory, the brokers' ports and their process ids, and an empty line; then waits for the end of
 * its standard input and leaves without closing the cluster.
 */
final class ClusterOwner {
    private ClusterOwner() {}

    public static void main(String[] args) throws IOException {
        var cluster = new KafkaEmbeddedClusters().start(2, 0);
        cluster.faults().orElseThrow().pause(2);
        System.out.println(cluster.directory());
        System.out.println(cluster.bootstrapServers());
        cluster.processIds().forEach(System.out::println);
        System.out.println();
        while (System.in.read() >= 0) {
            // The parent writes nothing. It closes the pipe when it ends.
        }
    }
}
