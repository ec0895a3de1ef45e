/**
 * Reads recordings of JDK Flight Recorder: which code used CPU and memory, and what it waited for.
 *
 * <p>Place in the pipeline: between the files beside a result and {@code report}.
 */
@NullMarked
package dev.weir.profile;

import org.jspecify.annotations.NullMarked;
