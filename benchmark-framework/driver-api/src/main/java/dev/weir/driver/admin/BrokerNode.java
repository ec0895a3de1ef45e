package dev.weir.driver.admin;

/**
 * A broker of a cluster.
 *
 * @param id its id in the cluster
 * @param host host of the address at which clients reach it
 * @param port port of that address
 */
public record BrokerNode(int id, String host, int port) {
    /** Names it so that brokers of one host can be told apart. */
    public String text() {
        return "broker " + id + " at " + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
