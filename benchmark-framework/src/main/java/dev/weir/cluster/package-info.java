/**
 * What a run changes about the whole cluster, and that it is put back however the run ends. Old values lie in a file of
 * this host before anything is changed.
 *
 * <p>Place in the pipeline: the coordinator changes settings before a run prepares and puts them back when it has closed; a
 * command does it after a process that was killed.
 *
 * <p>May import of ours: {@code driver}, {@code workload}, {@code result}, {@code host}, {@code clock}.
 */
@NullMarked
package dev.weir.cluster;

import org.jspecify.annotations.NullMarked;
