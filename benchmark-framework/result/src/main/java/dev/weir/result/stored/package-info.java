/** Reads finished results, lists the runs of a campaign, and finds settings in which results differ. */
@NullMarked
package dev.weir.result.stored;

import org.jspecify.annotations.NullMarked;
