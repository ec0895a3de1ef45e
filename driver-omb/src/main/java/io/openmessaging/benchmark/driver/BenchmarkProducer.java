package io.openmessaging.benchmark.driver;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A producer of a driver for the OpenMessaging Benchmark. */
@SuppressWarnings("try") // OMB's drivers may be interrupted while they close
public interface BenchmarkProducer extends AutoCloseable {

    /** Sends a message. The driver keeps the payload, and completes the result when the system has acknowledged it. */
    CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload);
}
