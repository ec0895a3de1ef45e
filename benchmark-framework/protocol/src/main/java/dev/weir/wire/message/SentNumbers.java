package dev.weir.wire.message;

import dev.weir.audit.SequenceSet;

/** Numbers of messages that were sent, by what became of them. */
public record SentNumbers(SequenceSet acknowledged, SequenceSet failed, SequenceSet aborted) {}
