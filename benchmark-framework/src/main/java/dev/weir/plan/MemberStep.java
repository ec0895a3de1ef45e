package dev.weir.plan;

import dev.weir.workload.MemberEvent;

/**
 * What happens to one consumer because of a member event.
 *
 * @param event its number in the workload, from 0
 * @param action what happens
 * @param subscription the number of the consumer's subscription
 * @param consumer the number of the consumer in the run
 * @param atNanos after the begin of the measurement
 * @param forNanos how long a stop lasts; 0 for all other actions
 */
public record MemberStep(
        int event, MemberEvent.Action action, int subscription, int consumer, long atNanos, long forNanos) {}
