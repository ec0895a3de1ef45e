/** Outages of a load, and recoveries from them and from disturbances. */
@NullMarked
package dev.weir.feature.availability;

import org.jspecify.annotations.NullMarked;
