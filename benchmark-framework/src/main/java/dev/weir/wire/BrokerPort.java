package dev.weir.wire;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;

/** Recognises a broker of Kafka or Redpanda at an address that was named as a worker's. */
final class BrokerPort {
    private static final int LIMIT_MILLIS = 1000;

    /** The request for the versions of requests, which brokers answer before a login. */
    private static final short API_VERSIONS = 18;

    private static final int CORRELATION = 0x57656972;
    private static final int REQUEST_BYTES = 10;

    private BrokerPort() {}

    /** Returns whether a broker answers there; waits a second at most for each of two steps. */
    static boolean isAt(SocketAddress address) {
        if (!(address instanceof InetSocketAddress)) {
            return false;
        }
        try (var socket = new Socket()) {
            socket.connect(address, LIMIT_MILLIS);
            socket.setSoTimeout(LIMIT_MILLIS);
            var out = new DataOutputStream(socket.getOutputStream());
            out.writeInt(REQUEST_BYTES);
            out.writeShort(API_VERSIONS);
            out.writeShort(0);
            out.writeInt(CORRELATION);
            // No client id.
            out.writeShort(-1);
            out.flush();
            var in = new DataInputStream(socket.getInputStream());
            return in.readInt() > 0 && in.readInt() == CORRELATION;
        } catch (IOException e) {
            return false;
        }
    }
}
