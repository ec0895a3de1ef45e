/** Share groups: their messages, how they are counted, and the part {@code shareGroups} of a result. */
@NullMarked
package dev.weir.feature.sharegroups;

import org.jspecify.annotations.NullMarked;
