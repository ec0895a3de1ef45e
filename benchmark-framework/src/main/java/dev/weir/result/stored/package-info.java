/** Reads finished results again, lists the runs of a campaign, and finds in which settings results differ. */
@NullMarked
package dev.weir.result.stored;

import org.jspecify.annotations.NullMarked;
