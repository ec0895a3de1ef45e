package dev.weir.coordinator;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Connections to a port that send nothing, and that are made again at once when they are closed. */
final class IdleCrowd implements AutoCloseable {
    private final InetSocketAddress address;
    private final List<Thread> threads = new ArrayList<>();
    private final List<Socket> sockets = new ArrayList<>();
    private final AtomicLong connections = new AtomicLong();
    private boolean closed;

    IdleCrowd(InetSocketAddress address, int size) {
        this.address = address;
        for (int i = 0; i < size; i++) {
            var thread = new Thread(this::comeAgainAndAgain, "idle-" + i);
            thread.setDaemon(true);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
    }

    /** So many were made by now. */
    long connections() {
        return connections.get();
    }

    private void comeAgainAndAgain() {
        while (true) {
            try (var socket = new Socket(address.getAddress(), address.getPort())) {
                if (!enter(socket)) {
                    return;
                }
                connections.incrementAndGet();
                while (socket.getInputStream().read() >= 0) {
                    // An answer, which does not matter.
                }
                leave(socket);
            } catch (IOException e) {
                // It was reset: so it comes again.
            }
        }
    }

    private synchronized boolean enter(Socket socket) {
        sockets.add(socket);
        return !closed;
    }

    private synchronized void leave(Socket socket) {
        sockets.remove(socket);
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            for (Socket socket : sockets) {
                try {
                    socket.close();
                } catch (IOException e) {
                    // Then it is closed.
                }
            }
        }
        for (Thread thread : threads) {
            try {
                thread.join(10_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
