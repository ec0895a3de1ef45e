/**
 * Communication of coordinator and workers: messages, codec, handshake, liveness. The only package that uses Netty.
 *
 * <p>Place in the pipeline: between {@code coordinator} and {@code worker}, also when both are in one process.
 *
 * <p>May import of ours: {@code workload}, {@code plan}, {@code measure}, {@code audit}, {@code host}, {@code clock}.
 */
@NullMarked
package dev.weir.wire;

import org.jspecify.annotations.NullMarked;
