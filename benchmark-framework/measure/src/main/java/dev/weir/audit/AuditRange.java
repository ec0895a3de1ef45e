package dev.weir.audit;

/**
 * Messages of one producer among which some were lost, duplicated, or delivered although they had failed or were
 * aborted: whole blocks of 1,024.
 */
public record AuditRange(int producer, long firstSequence, long lastSequence) {}
