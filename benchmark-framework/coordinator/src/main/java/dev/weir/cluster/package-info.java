/**
 * Changes of a run to the whole cluster, and their restoration however the run ends. Old values are in a file of this
 * host before anything is changed.
 *
 * <p>Place in the pipeline: the coordinator changes settings before a run prepares and restores them after it has
 * closed; a command does it after a process was killed.
 */
@NullMarked
package dev.weir.cluster;

import org.jspecify.annotations.NullMarked;
