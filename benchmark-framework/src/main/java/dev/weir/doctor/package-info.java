/**
 * Checks, before a campaign is begun, what it will depend on: this host, its clock and its disk; the systems; the workers
 * and their hosts. Each check says what was found and, where that is not right, what to change.
 *
 * <p>Place in the pipeline: before it. {@code cli} chooses the checks and prints them; nothing else depends on them.
 *
 * <p>May import of ours: {@code workload}, {@code driver}, {@code wire}, {@code clock}, {@code host}.
 */
@NullMarked
package dev.weir.doctor;

import org.jspecify.annotations.NullMarked;
