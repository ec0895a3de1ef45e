/** Records what a process does, with JDK Flight Recorder. */
@NullMarked
package dev.weir.driver.profile;

import org.jspecify.annotations.NullMarked;
