package dev.weir.driver.kafka.embedded;

import java.io.IOException;

/**
 * The main of a process that owns a cluster, for tests that end such a process. Prints, one a line, how long the start
 * took, the directory, the addresses and the brokers' process ids; then waits for the end of its standard input and
 * leaves without closing the cluster.
 */
final class ClusterOwner {
    private ClusterOwner() {}

    public static void main(String[] arguments) throws IOException {
        long begin = System.nanoTime();
        var cluster = new KafkaEmbeddedClusters().start(Integer.parseInt(arguments[0]), 0);
        System.out.println((System.nanoTime() - begin) / 1_000_000 + " ms");
        System.out.println(cluster.directory());
        System.out.println(cluster.bootstrapServers());
        cluster.processIds().forEach(System.out::println);
        System.out.println();
        while (System.in.read() >= 0) {
            // Nobody writes to it.
        }
    }
}
