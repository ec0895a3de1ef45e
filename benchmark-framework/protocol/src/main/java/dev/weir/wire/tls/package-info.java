/** Certificates and TLS settings of the connections. */
@NullMarked
package dev.weir.wire.tls;

import org.jspecify.annotations.NullMarked;
