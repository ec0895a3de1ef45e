/** Fields that make several runs of one workload file, and the changes by which these runs differ. */
@NullMarked
package dev.weir.workload.fields.campaign;

import org.jspecify.annotations.NullMarked;
