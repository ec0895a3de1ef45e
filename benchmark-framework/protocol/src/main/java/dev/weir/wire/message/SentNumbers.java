package dev.weir.wire.message;

import dev.weir.audit.SequenceSet;

/**
 * Numbers of messages that were sent, by what became of them.
 *
 * @param acknowledged messages that the system acknowledged
 * @param failed messages that were given up
 * @param aborted messages that were aborted
 */
public record SentNumbers(SequenceSet acknowledged, SequenceSet failed, SequenceSet aborted) {}
