/** Records the processes of a run with JDK Flight Recorder, and shows what used CPU and memory, and what it waited for. */
@NullMarked
package dev.weir.feature.profiles;

import org.jspecify.annotations.NullMarked;
