/** The interfaces that driver jars of the OpenMessaging Benchmark implement and call. */
@org.jspecify.annotations.NullMarked
package io.openmessaging.benchmark.driver;
