package dev.weir.live;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An HTTP server for short answers to GET and HEAD, one for each connection, on one daemon thread. A slow request uses
 * a buffer and no thread, and only for some seconds, so it delays no other request. Any thread.
 */
final class HttpPort implements AutoCloseable {
    /** Limit for a request to arrive, and for its answer to be read. */
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(5);

    /** Limit for the rest of what a client sends after its answer. Closing the socket earlier would reset it. */
    private static final Duration REST_LIMIT = Duration.ofSeconds(1);

    /** At the limit, the oldest connection is closed. */
    private static final int MAX_CONNECTIONS = 256;

    private static final int MAX_HEADER_BYTES = 8 << 10;
    private static final long TICK_MILLIS = 500;
    private static final int JOIN_MILLIS = 2000;

    private static final Pattern REQUEST = Pattern.compile("([A-Za-z]+) ([^ ?#]+)(?:[?#]\\S*)? HTTP/1\\.[01]");
    private static final Pattern ACCEPT = Pattern.compile("(?im)^accept:(.*)$");

    private final Function<Request, Answer> handler;
    private final Clock clock;
    private final Selector selector;
    private final ServerSocketChannel server;
    private final Thread thread;
    private final Set<Connection> connections = new LinkedHashSet<>();
    private final ByteBuffer readBuffer = ByteBuffer.allocate(MAX_HEADER_BYTES);
    private volatile boolean closed;

    /**
     * Request of a client, GET or HEAD.
     *
     * @param path without a query
     * @param accept header of that name; empty if there is none
     */
    record Request(String path, String accept) {}

    /**
     * Answer to a client; without its body for a HEAD request.
     *
     * @param header additional header line; empty for none
     */
    record Answer(String status, String contentType, String header, ByteBuffer body) {
        /** Creates an answer with a text. */
        Answer(String status, String contentType, String header, String text) {
            this(status, contentType, header, StandardCharsets.UTF_8.encode(text));
        }

        /** Creates an answer with a line of plain text. */
        static Answer text(String status, String header, String text) {
            return new Answer(status, "text/plain; charset=utf-8", header, text + "\n");
        }
    }

    /**
     * Starts to answer.
     *
     * @param handler answers a request; on the server's thread
     * @throws IOException if the address cannot be bound
     */
    HttpPort(InetSocketAddress address, Clock clock, Function<Request, Answer> handler) throws IOException {
        this.handler = handler;
        this.clock = clock;
        selector = Selector.open();
        server = ServerSocketChannel.open();
        try {
            server.bind(address, MAX_CONNECTIONS);
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
        } catch (IOException e) {
            server.close();
            selector.close();
            throw e;
        }
        thread = new Thread(this::serve, "http");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return server.socket().getLocalPort();
    }

    private void serve() {
        try {
            while (!closed) {
                selector.select(TICK_MILLIS);
                // First of all: an answer can take long to make, and clients that wait meanwhile are not slow.
                connections.stream()
                        .filter(each ->
                                each.isOverdue() && !selector.selectedKeys().contains(each.key))
                        .toList()
                        .forEach(Connection::close);
                for (SelectionKey key : selector.selectedKeys()) {
                    handle(key);
                }
                selector.selectedKeys().clear();
            }
        } catch (IOException e) {
            throw new IllegalStateException("the HTTP port failed", e);
        } finally {
            List.copyOf(connections).forEach(Connection::close);
        }
    }

    private void handle(SelectionKey key) {
        if (!(key.attachment() instanceof Connection connection)) {
            accept();
            return;
        }
        try {
            if (key.isReadable()) {
                connection.read();
            } else if (key.isWritable()) {
                connection.write();
            }
            if (connection.isOverdue()) {
                connection.close();
            }
        } catch (IOException | CancelledKeyException e) {
            connection.close();
        }
    }

    private void accept() {
        try {
            for (SocketChannel channel = server.accept(); channel != null; channel = server.accept()) {
                if (connections.size() >= MAX_CONNECTIONS) {
                    new ArrayList<>(connections).get(0).close();
                }
                channel.configureBlocking(false);
                connections.add(new Connection(channel, selector));
            }
        } catch (IOException e) {
            // For example too many open files: closing a connection may help the next one.
            connections.stream().findFirst().ifPresent(Connection::close);
        }
    }

    private byte[] answer(String head) {
        Matcher request = REQUEST.matcher(head.lines().findFirst().orElse(""));
        if (!request.matches()) {
            return bytes(Answer.text("400 Bad Request", "", "not an HTTP/1.1 request"), true);
        }
        Matcher accept = ACCEPT.matcher(head);
        String method = request.group(1);
        if (!method.equals("GET") && !method.equals("HEAD")) {
            return bytes(
                    Answer.text("405 Method Not Allowed", "Allow: GET, HEAD", "only GET and HEAD are answered"), true);
        }
        var asked =
                new Request(request.group(2), accept.find() ? accept.group(1).strip() : "");
        return bytes(answer(asked), !method.equals("HEAD"));
    }

    /** Answers a request; an exception of the handler must not end the server. */
    private Answer answer(Request request) {
        try {
            return handler.apply(request);
        } catch (RuntimeException e) {
            return Answer.text("500 Internal Server Error", "", String.valueOf(e.getMessage()));
        }
    }

    private static byte[] bytes(Answer answer, boolean withBody) {
        String head = String.format(
                Locale.ROOT,
                "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n%sConnection: close\r\n\r\n",
                answer.status(),
                answer.contentType(),
                answer.body().remaining(),
                answer.header().isEmpty() ? "" : answer.header() + "\r\n");
        ByteBuffer headBytes = StandardCharsets.UTF_8.encode(head);
        ByteBuffer body = withBody ? answer.body().duplicate() : ByteBuffer.allocate(0);
        return ByteBuffer.allocate(headBytes.remaining() + body.remaining())
                .put(headBytes)
                .put(body)
                .array();
    }

    @Override
    public void close() {
        closed = true;
        try {
            selector.wakeup();
            thread.join(JOIN_MILLIS);
            server.close();
            selector.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // It is closed as far as possible.
        }
    }

    /** A request, its answer, and what the client sends after that. On the server's thread. */
    private final class Connection {
        private final SocketChannel channel;
        private final SelectionKey key;
        private final StringBuilder head = new StringBuilder();
        private ByteBuffer answer = ByteBuffer.allocate(0);
        private Deadline deadline = Deadline.after(clock, REQUEST_LIMIT);
        private boolean answered;

        Connection(SocketChannel channel, Selector selector) throws IOException {
            this.channel = channel;
            this.key = channel.register(selector, SelectionKey.OP_READ, this);
        }

        boolean isOverdue() {
            return deadline.isOver();
        }

        void read() throws IOException {
            int read = channel.read(readBuffer.clear());
            if (read < 0) {
                close();
            } else if (!answered) {
                head.append(StandardCharsets.ISO_8859_1.decode(readBuffer.flip()));
                if (head.indexOf("\r\n\r\n") >= 0 || head.indexOf("\n\n") >= 0) {
                    begin(answer(head.toString()));
                } else if (head.length() > MAX_HEADER_BYTES) {
                    begin(bytes(Answer.text("431 Request Header Fields Too Large", "", "the head is too long"), true));
                }
            }
        }

        private void begin(byte[] bytes) throws IOException {
            answered = true;
            answer = ByteBuffer.wrap(bytes);
            deadline = Deadline.after(clock, REQUEST_LIMIT);
            write();
        }

        void write() throws IOException {
            channel.write(answer);
            if (answer.hasRemaining()) {
                key.interestOps(SelectionKey.OP_WRITE);
            } else {
                channel.shutdownOutput();
                deadline = Deadline.after(clock, REST_LIMIT);
                key.interestOps(SelectionKey.OP_READ);
            }
        }

        void close() {
            connections.remove(this);
            try {
                channel.close();
            } catch (IOException e) {
                // It is closed as far as possible.
            }
        }
    }
}
