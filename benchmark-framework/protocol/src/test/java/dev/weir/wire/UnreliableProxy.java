package dev.weir.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Stands between a coordinator and a worker on loopback, and does to their connections what networks do. */
public final class UnreliableProxy implements AutoCloseable {
    private final ServerSocket server;
    private final InetSocketAddress target;
    private final LongSupplier bytesOfConnection;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Object gate = new Object();
    private boolean holds;

    /** Passes everything on. */
    public UnreliableProxy(SocketAddress target) {
        this(target, () -> Long.MAX_VALUE);
    }

    /**
     * Cuts connections by itself.
     *
     * @param bytesOfConnection asked for each: after so many bytes, of both directions together, it is reset
     */
    public UnreliableProxy(SocketAddress target, LongSupplier bytesOfConnection) {
        this.target = (InetSocketAddress) target;
        this.bytesOfConnection = bytesOfConnection;
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start("proxy-accept", this::accept);
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    /** Resets all connections. */
    public void cut() {
        sockets.forEach(UnreliableProxy::reset);
    }

    /** Takes, but passes nothing on until {@link #release}: all that is sent is late. */
    public void hold() {
        synchronized (gate) {
            holds = true;
        }
    }

    public void release() {
        synchronized (gate) {
            holds = false;
            gate.notifyAll();
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket one = server.accept();
                Socket other = new Socket(target.getAddress(), target.getPort());
                sockets.add(one);
                sockets.add(other);
                if (server.isClosed()) {
                    // It has vanished meanwhile.
                    cut();
                }
                var left = new AtomicLong(bytesOfConnection.getAsLong());
                start("proxy-there", () -> pump(one, other, left));
                start("proxy-back", () -> pump(other, one, left));
            } catch (IOException e) {
                // Either it is closed, or the target refuses: who has connected hears nothing.
                cut();
            }
        }
    }

    private void pump(Socket from, Socket to, AtomicLong left) {
        var buffer = new byte[4096];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                awaitRelease();
                long rest = left.addAndGet(-read);
                out.write(buffer, 0, (int) Math.max(0, Math.min(read, read + rest)));
                if (rest < 0) {
                    break;
                }
            }
            if (left.get() >= 0) {
                to.shutdownOutput();
                return;
            }
        } catch (IOException | InterruptedException e) {
            // One end is gone, so the other goes too.
        }
        reset(from);
        reset(to);
    }

    private void awaitRelease() throws InterruptedException {
        synchronized (gate) {
            while (holds) {
                gate.wait();
            }
        }
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            // It was closed.
        }
    }

    private static void start(String name, Runnable work) {
        var thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Closes the port and resets all connections. Bytes that were held are never passed on. */
    public void vanish() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
        release();
    }

    @Override
    public void close() {
        vanish();
    }
}
