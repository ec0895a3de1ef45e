/** Shows results to people, the last step of the pipeline. Renderers only read. */
@NullMarked
package dev.weir.report;

import org.jspecify.annotations.NullMarked;
