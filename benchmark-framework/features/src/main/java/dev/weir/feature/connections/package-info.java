/** Connections that producers keep of their own: fields, checks, counts and how they are shown. */
@NullMarked
package dev.weir.feature.connections;

import org.jspecify.annotations.NullMarked;
