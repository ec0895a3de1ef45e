/**
 * Checks the conditions of a campaign before it begins: this host, its clock and its disk; the systems; the workers and
 * their hosts. Each check reports what it found and, if that is not right, what to change.
 *
 * <p>Place in the pipeline: before it. {@code cli} chooses the checks and prints them; nothing else depends on them.
 */
@NullMarked
package dev.weir.doctor;

import org.jspecify.annotations.NullMarked;
