/** How a driver reports that the system or its client library failed. */
@NullMarked
package dev.weir.driver.exception;

import org.jspecify.annotations.NullMarked;
