package dev.weir.driver.kafka.wire;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.DescribeClusterResponseData;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.FindCoordinatorResponseData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.requests.RequestUtils;

/**
 * Stands between clients and the one broker of a cluster, on loopback, and changes what that broker answers to fetch requests:
 * to the clients it is a broker with a damaged log. Everything else it passes on, with its own address in place of the
 * broker's.
 */
final class AlteringProxy implements AutoCloseable {
    private static final String HOST = "127.0.0.1";

    /** Changes the batches of a partition. On threads of the proxy, one at a time. */
    interface Alteration {
        ByteBuffer of(String topic, int partition, ByteBuffer batches);
    }

    private final String targetHost;
    private final int targetPort;
    private final Alteration alteration;
    private final ServerSocket server;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Map<Uuid, String> topics = new ConcurrentHashMap<>();
    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();

    /** @param bootstrapServers the address of the broker */
    AlteringProxy(String bootstrapServers, Alteration alteration) {
        String[] address = bootstrapServers.split(":", 2);
        this.targetHost = address[0];
        this.targetPort = Integer.parseInt(address[1]);
        this.alteration = alteration;
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start("altering-proxy", this::accept);
    }

    String bootstrapServers() {
        return HOST + ":" + server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                sockets.add(client);
                Socket broker = new Socket(targetHost, targetPort);
                sockets.add(broker);
                client.setTcpNoDelay(true);
                broker.setTcpNoDelay(true);
                Map<Integer, RequestHeader> asked = new ConcurrentHashMap<>();
                start("altering-proxy-there", () -> pump(client, broker, frame -> noted(frame, asked)));
                start("altering-proxy-back", () -> pump(broker, client, frame -> altered(frame, asked)));
            } catch (IOException e) {
                // It was closed, or the broker has ended.
            }
        }
    }

    private interface Step {
        ByteBuffer of(ByteBuffer frame);
    }

    private void pump(Socket from, Socket to, Step step) {
        try (from;
                to;
                var in = new DataInputStream(from.getInputStream());
                var out = new DataOutputStream(to.getOutputStream())) {
            while (true) {
                byte[] frame = new byte[in.readInt()];
                in.readFully(frame);
                ByteBuffer passed = step.of(ByteBuffer.wrap(frame));
                out.writeInt(passed.remaining());
                out.write(passed.array(), passed.arrayOffset() + passed.position(), passed.remaining());
                out.flush();
            }
        } catch (IOException e) {
            // One end is gone, so the other goes too.
        } catch (RuntimeException e) {
            failure.compareAndSet(null, e);
        }
    }

    private static ByteBuffer noted(ByteBuffer frame, Map<Integer, RequestHeader> asked) {
        RequestHeader header = RequestHeader.parse(frame.duplicate());
        asked.put(header.correlationId(), header);
        return frame;
    }

    private ByteBuffer altered(ByteBuffer frame, Map<Integer, RequestHeader> asked) {
        RequestHeader header =
                Optional.ofNullable(asked.remove(frame.getInt(0))).orElseThrow();
        return switch (header.apiKey()) {
            case METADATA, FIND_COORDINATOR, DESCRIBE_CLUSTER, FETCH -> {
                ApiMessage data = AbstractResponse.parseResponse(frame, header).data();
                alter(data);
                yield RequestUtils.serialize(
                        header.toResponseHeader().data(),
                        header.toResponseHeader().headerVersion(),
                        data,
                        header.apiVersion());
            }
            default -> frame;
        };
    }

    private void alter(ApiMessage data) {
        if (data instanceof MetadataResponseData metadata) {
            metadata.brokers().forEach(broker -> broker.setHost(HOST).setPort(server.getLocalPort()));
            metadata.topics().forEach(topic -> topics.put(topic.topicId(), topic.name()));
        } else if (data instanceof FindCoordinatorResponseData found) {
            // In newer versions there is a list, which is empty in older ones.
            if (found.coordinators().isEmpty()) {
                found.setHost(HOST).setPort(server.getLocalPort());
            }
            found.coordinators().forEach(each -> each.setHost(HOST).setPort(server.getLocalPort()));
        } else if (data instanceof DescribeClusterResponseData cluster) {
            cluster.brokers().forEach(broker -> broker.setHost(HOST).setPort(server.getLocalPort()));
        } else {
            alter((FetchResponseData) data);
        }
    }

    private synchronized void alter(FetchResponseData fetched) {
        for (FetchResponseData.FetchableTopicResponse topic : fetched.responses()) {
            String name = topic.topic().isEmpty() ? topics.getOrDefault(topic.topicId(), "") : topic.topic();
            for (FetchResponseData.PartitionData partition : topic.partitions()) {
                if (partition.records() instanceof MemoryRecords records && records.sizeInBytes() > 0) {
                    partition.setRecords(MemoryRecords.readableRecords(
                            alteration.of(name, partition.partitionIndex(), records.buffer())));
                }
            }
        }
    }

    private static void start(String name, Runnable work) {
        var thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            server.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (failure.get() != null) {
            throw new IllegalStateException("the proxy could not pass on what it read", failure.get());
        }
    }
}
