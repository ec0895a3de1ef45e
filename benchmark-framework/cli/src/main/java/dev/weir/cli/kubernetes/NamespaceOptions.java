package dev.weir.cli.kubernetes;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Options that name the place in a cluster. */
final class NamespaceOptions {
    @Option(
            names = "--context",
            paramLabel = "CONTEXT",
            defaultValue = "",
            description = "Context of the kubeconfig file (default: its current context)")
    private String context = "";

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            defaultValue = "",
            description = "Namespace, which must exist (default: that of the context)")
    private String namespace = "";

    List<String> forKubectl() {
        return words("--context");
    }

    List<String> forHelm() {
        return words("--kube-context");
    }

    /** Returns another command of {@code k8s} at the same place, for a person to type. */
    String command(String command) {
        List<String> words = new ArrayList<>(List.of("bin/benchmark k8s", command));
        words.addAll(words("--context"));
        return String.join(" ", words);
    }

    String text() {
        return (namespace.isEmpty() ? "the namespace of the context" : "namespace " + namespace)
                + (context.isEmpty() ? "" : ", context " + context);
    }

    private List<String> words(String ofContext) {
        List<String> words = new ArrayList<>();
        if (!context.isEmpty()) {
            words.addAll(List.of(ofContext, context));
        }
        if (!namespace.isEmpty()) {
            words.addAll(List.of("--namespace", namespace));
        }
        return words;
    }
}
