/** The tools with which a system's own project measures it. */
@NullMarked
package dev.weir.driver.referee;

import org.jspecify.annotations.NullMarked;
