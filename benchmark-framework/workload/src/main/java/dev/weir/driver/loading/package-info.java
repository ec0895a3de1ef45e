/** Finds drivers on the class path and in jars of their own, each of which gets a class loader of its own. */
@NullMarked
package dev.weir.driver.loading;

import org.jspecify.annotations.NullMarked;
