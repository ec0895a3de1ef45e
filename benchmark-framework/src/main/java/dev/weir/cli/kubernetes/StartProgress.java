package dev.weir.cli.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;

/** Prints how many pods of a run are ready and why others are not, each change as one line. Used by one thread. */
final class StartProgress {
    private final ClusterTools tools;
    private final Console console;
    private String ready = "no pod is ready";
    private List<String> obstacles = List.of();

    StartProgress(ClusterTools tools, Console console) {
        this.tools = tools;
        this.console = console;
    }

    /** Prints what has changed. */
    void show(RunObjects objects) {
        String now = objects.ready() + " of " + Math.max(objects.expected(), 1) + " pods are ready";
        if (!now.equals(ready)) {
            console.say(now);
        }
        ready = now;
        List<String> before = obstacles;
        obstacles = objects.isStarted() ? List.of() : objects.obstacles(warnings());
        obstacles.stream().filter(each -> !before.contains(each)).forEach(each -> console.say("  " + each));
    }

    /** A person may have no right to read events. The status of the pods has most reasons, too. */
    private JsonNode warnings() {
        return tools.attempt(() -> tools.json("get", "events", "--field-selector=type=Warning", "--output=json"))
                .orElseGet(JsonNodeFactory.instance::objectNode);
    }

    /** Returns what was printed last, for a message about its end. */
    String text() {
        return ready + reasons();
    }

    /** Returns the last reasons, each on a line of its own. */
    String reasons() {
        var text = new StringBuilder();
        obstacles.forEach(each -> text.append("\n  ").append(each));
        return text.toString();
    }
}
