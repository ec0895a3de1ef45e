package dev.weir.wire.message;

/**
 * Errors of one kind.
 *
 * @param kind simple name of the exception
 * @param example message of one of them
 * @param count number since the previous snapshot
 */
public record ErrorCount(String kind, String example, long count) {}
