package dev.weir.wire.message;

/**
 * Errors of one kind.
 *
 * @param kind the exception's simple name
 * @param example the message of one of them
 * @param count how many since the last snapshot
 */
public record ErrorCount(String kind, String example, long count) {}
