/** Plays the user: runs the commands as the tarball holds them, and looks at what they print, write and leave behind. */
@NullMarked
package dev.weir.deploy;

import org.jspecify.annotations.NullMarked;
