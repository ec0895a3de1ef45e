/**
 * Remote store of embedded brokers with tiered storage: a folder with configured latency and bandwidth. It runs in the
 * brokers' processes.
 */
@NullMarked
package dev.weir.driver.kafka.tier;

import org.jspecify.annotations.NullMarked;
