/** The interfaces that driver jars of the OpenMessaging Benchmark implement and call. */
@NullMarked
package io.openmessaging.benchmark.driver;

import org.jspecify.annotations.NullMarked;
