/** Commands that run a workload in a Kubernetes cluster, with the programs helm and kubectl. */
@NullMarked
package dev.weir.cli.k8s;

import org.jspecify.annotations.NullMarked;
