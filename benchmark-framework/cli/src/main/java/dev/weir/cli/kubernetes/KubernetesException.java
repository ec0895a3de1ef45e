package dev.weir.cli.kubernetes;

import dev.weir.cli.process.ExitStatus;

/** A step in the cluster failed, or a person ended the command. The message is for this person. */
final class KubernetesException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    KubernetesException(String message) {
        this(message, ExitStatus.FAILED);
    }

    private KubernetesException(String message, int status) {
        super(message);
        this.status = status;
    }

    static KubernetesException interrupted() {
        return new KubernetesException("interrupted", ExitStatus.INTERRUPTED);
    }

    boolean isInterrupted() {
        return status == ExitStatus.INTERRUPTED;
    }

    int status() {
        return status;
    }
}
