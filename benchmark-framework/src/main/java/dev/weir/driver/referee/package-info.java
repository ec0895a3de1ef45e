/** The performance tools of a system's own project. */
@NullMarked
package dev.weir.driver.referee;

import org.jspecify.annotations.NullMarked;
