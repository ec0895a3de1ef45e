package dev.weir.plan;

import dev.weir.workload.MemberEvent;

/**
 * Part of one consumer in a member event.
 *
 * @param event number of the event in the workload, from 0
 * @param action kind of change
 * @param subscription number of the consumer's subscription
 * @param consumer number of the consumer in the run
 * @param atNanos time after the begin of the measurement
 * @param forNanos how long a stop lasts; 0 for all other actions
 */
public record MemberStep(
        int event, MemberEvent.Action action, int subscription, int consumer, long atNanos, long forNanos) {}
