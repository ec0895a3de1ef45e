/**
 * Communication of coordinator and workers: messages, codec, handshake, liveness. The only package that uses Netty.
 *
 * <p>Place in the pipeline: between {@code coordinator} and {@code worker}, also when both are in one process.
 */
@NullMarked
package dev.weir.wire;

import org.jspecify.annotations.NullMarked;
