/** Commands that run a workload in a Kubernetes cluster, with the programs helm and kubectl. */
@NullMarked
package dev.weir.cli.kubernetes;

import org.jspecify.annotations.NullMarked;
