package io.openmessaging.benchmark.driver;

/** A consumer of a driver for the OpenMessaging Benchmark. */
@SuppressWarnings("try") // OMB's drivers may be interrupted while they close
public interface BenchmarkConsumer extends AutoCloseable {}
