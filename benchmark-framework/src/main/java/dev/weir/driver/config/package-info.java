/** What a driver file comes to: configuration, its problems, and the files and code that clients may use. */
@NullMarked
package dev.weir.driver.config;

import org.jspecify.annotations.NullMarked;
