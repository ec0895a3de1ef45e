/** Searches for the highest rate that a system sustains, in runs of their own. */
@NullMarked
package dev.weir.campaign.search;

import org.jspecify.annotations.NullMarked;
