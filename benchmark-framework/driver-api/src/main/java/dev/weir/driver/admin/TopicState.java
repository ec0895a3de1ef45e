package dev.weir.driver.admin;

import java.util.Optional;

/**
 * What a topic is at one time.
 *
 * @param id changes when the topic is deleted and created again; empty if the system has no such id
 * @param compacted whether the system removes messages whose key a later message has
 */
public record TopicState(Optional<String> id, boolean compacted) {}
