/** The configuration in a driver file, its problems, and the files and code that clients use because of it. */
@NullMarked
package dev.weir.driver.config;

import org.jspecify.annotations.NullMarked;
