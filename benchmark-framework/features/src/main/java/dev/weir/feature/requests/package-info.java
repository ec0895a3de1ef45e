/** Loads in requests of several messages, some of which can be reads, as in bamboo's workloads. */
@NullMarked
package dev.weir.feature.requests;

import org.jspecify.annotations.NullMarked;
