/**
 * The driver {@code none}: an in-memory system that stands where a broker would. It is the benchmark's test double, since
 * it can be told to stall, lose, duplicate, reorder and fail, and its baseline, since what a run measures with it is the
 * benchmark itself. Nothing is skipped for speed: each payload is copied, each message is acknowledged once and received
 * once per subscription, on threads of the system's own, and every queue is bounded.
 *
 * <p>A message's way, with the thread that does the step:
 *
 * <pre>
 * NoneProducer.send ─▶ SendQueue ─▶ Topic: PartitionLog + acknowledgement ─▶ Cursor ─▶ ReceiveListener
 *      sender                        the topic's one thread                   the consumer's thread
 * </pre>
 *
 * <p>All state of a topic belongs to its thread; others send it commands. Between threads there are only single-writer
 * rings of flat bytes ({@link dev.weir.driver.none.RecordRing}), so that no message costs an allocation or a lock, and no
 * reference that the garbage collector would have to follow.
 *
 * <p>Place in the pipeline: behind the SPI, like every driver. May import of ours: {@code driver}.
 */
@NullMarked
package dev.weir.driver.none;

import org.jspecify.annotations.NullMarked;
