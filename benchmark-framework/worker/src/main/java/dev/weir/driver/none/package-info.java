/**
 * The driver {@code none}: an in-memory system instead of a broker. It is Weir's test double, because it can stall, lose,
 * duplicate, reorder and fail on demand. It is also Weir's baseline, because a run with it measures Weir itself. Nothing
 * is skipped for speed: each payload is copied, each message is acknowledged once and received once per subscription, on
 * threads of the system's own, and each queue is limited.
 *
 * <p>Path of a message, with the thread of each step:
 *
 * <pre>
 * NoneProducer.send: Batch ─▶ Topic: acknowledgement and offset ─▶ Group.Cursor ─▶ ReceiveListener
 *      sender                     the topic's one thread               the consumer's thread
 * </pre>
 *
 * <p>Threads hand over batches, under plain locks. A batch grows as long as the topic's thread is busy, so that at a high
 * rate locks and wake-ups cost little for each message.
 *
 * <p>Place in the pipeline: behind the SPI, like every driver.
 */
@NullMarked
package dev.weir.driver.none;

import org.jspecify.annotations.NullMarked;
