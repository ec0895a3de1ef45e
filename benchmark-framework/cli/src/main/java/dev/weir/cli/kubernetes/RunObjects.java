package dev.weir.cli.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Pods, Jobs, StatefulSets and claims of one run at one moment, as kubectl returns them. */
record RunObjects(List<JsonNode> items) {
    /** What {@link #of} needs to know of a run. */
    static final String KINDS = "pods,jobs,statefulsets,persistentvolumeclaims";

    /** Annotation of a claim whose files were copied. */
    static final String FETCHED = "weir.dev/fetched";

    private static final String COORDINATOR = "coordinator";
    private static final String PART_LABEL = "app.kubernetes.io/component";

    RunObjects {
        items = List.copyOf(items);
    }

    static RunObjects of(JsonNode list) {
        return new RunObjects(stream(list.path("items")).toList());
    }

    static String selector(String run) {
        return "app.kubernetes.io/name=weir,app.kubernetes.io/instance=" + run;
    }

    /** Groups the objects of a namespace by their runs, in the order of the names. */
    static Map<String, RunObjects> byRun(JsonNode list) {
        Map<String, RunObjects> runs = stream(list.path("items"))
                .collect(Collectors.groupingBy(
                        each -> label(each, "app.kubernetes.io/instance"),
                        TreeMap::new,
                        Collectors.collectingAndThen(Collectors.toList(), RunObjects::new)));
        runs.remove("");
        return runs;
    }

    /** Returns the coordinator's newest pod. */
    Optional<JsonNode> coordinator() {
        return newest("Pod");
    }

    Optional<JsonNode> job() {
        return newest("Job");
    }

    private Optional<JsonNode> newest(String kind) {
        return ofKind(kind)
                .filter(each -> label(each, PART_LABEL).equals(COORDINATOR))
                .max(Comparator.comparing(each -> text(each, "/metadata/creationTimestamp")));
    }

    Optional<JsonNode> pod(String name) {
        return ofKind("Pod").filter(each -> name(each).equals(name)).findFirst();
    }

    Optional<JsonNode> claim() {
        return ofKind("PersistentVolumeClaim").findFirst();
    }

    /** Returns how the coordinator ended: its exit status, or {@code Evicted} and the like without one. */
    Optional<End> end() {
        Optional<End> ended = coordinatorState("terminated")
                .map(each -> new End(each.path("exitCode").asInt(), text(each, "/reason"), text(each, "/message")));
        return ended.or(() -> coordinator()
                .map(pod -> pod.path("status"))
                .filter(each -> text(each, "/phase").equals("Failed"))
                .map(each -> new End(1, each.path("reason").asText("Failed"), text(each, "/message"))));
    }

    /** End of the coordinator. The exit status is 1 if its pod failed without one. */
    record End(int status, String reason, String message) {
        /** Returns whether Kubernetes ended it, not the program itself. */
        boolean isForced() {
            return !reason.equals("Completed") && !reason.equals("Error");
        }
    }

    /** Returns whether the coordinator has begun, so that there may be results. */
    boolean hasBegun() {
        return end().isPresent() || coordinatorState("running").isPresent() || isJobDone();
    }

    private boolean isJobDone() {
        return job().filter(each -> each.at("/status/succeeded").asInt()
                                + each.at("/status/failed").asInt()
                        > 0)
                .isPresent();
    }

    /** Returns a state of the coordinator's container, beside which others may have added theirs. */
    private Optional<JsonNode> coordinatorState(String state) {
        return coordinator().stream()
                .flatMap(pod -> stream(pod.at("/status/containerStatuses")))
                .filter(each -> text(each, "/name").equals(COORDINATOR))
                .map(each -> each.path("state").path(state))
                .filter(each -> !each.isMissingNode())
                .findFirst();
    }

    boolean isFetched() {
        return claim().filter(each -> each.path("metadata").path("annotations").has(FETCHED))
                .isPresent();
    }

    int expected() {
        return ofKind("StatefulSet")
                        .mapToInt(each -> each.at("/spec/replicas").asInt(1))
                        .sum()
                + (int) ofKind("Job").count();
    }

    /** Returns how many pods are ready, or have done their work. */
    int ready() {
        return (int) ofKind("Pod").filter(RunObjects::isReady).count();
    }

    /** Returns whether the run needs no more waiting. */
    boolean isStarted() {
        return end().isPresent() || isJobDone() || (expected() > 0 && ready() >= expected());
    }

    private static boolean isReady(JsonNode pod) {
        return text(pod, "/status/phase").equals("Succeeded")
                || stream(pod.at("/status/conditions")).anyMatch(each -> is(each, "Ready", "True"));
    }

    private static boolean is(JsonNode condition, String type, String status) {
        return text(condition, "/type").equals(type)
                && text(condition, "/status").equals(status);
    }

    /** Returns why pods are not ready, one line for all pods with the same reason, first the most frequent ones. */
    List<String> obstacles(JsonNode events) {
        Map<String, String> warnings = new LinkedHashMap<>();
        // kubectl returns them in no order of their times.
        stream(events.path("items"))
                .sorted(Comparator.comparing(each ->
                        each.path("lastTimestamp").asText(each.path("eventTime").asText())))
                .forEach(each -> warnings.put(
                        text(each, "/involvedObject/kind") + " " + text(each, "/involvedObject/name"),
                        text(each, "/reason") + ": " + text(each, "/message").strip()));
        Map<String, List<String>> named = new LinkedHashMap<>();
        for (JsonNode item : items) {
            Optional<String> warning = Optional.ofNullable(warnings.get(kind(item) + " " + name(item)));
            obstacle(item, warning)
                    .ifPresent(why ->
                            named.computeIfAbsent(why, any -> new ArrayList<>()).add(name(item)));
        }
        return named.entrySet().stream()
                .sorted(Comparator.comparing(each -> -each.getValue().size()))
                .map(each -> each.getValue().get(0)
                        + (each.getValue().size() > 1
                                ? " and " + (each.getValue().size() - 1) + " more"
                                : "")
                        + ": " + each.getKey())
                .toList();
    }

    private Optional<String> obstacle(JsonNode item, Optional<String> warning) {
        return switch (kind(item)) {
            case "Pod" -> isReady(item) ? Optional.empty() : Optional.of(reason(item, warning));
            case "Job", "StatefulSet" ->
                hasPods(item)
                        ? Optional.empty()
                        : Optional.of("no pod was made for this " + kind(item)
                                + warning.map(each -> ": " + each).orElse(""));
            default -> text(item, "/status/phase").equals("Bound") ? Optional.empty() : warning;
        };
    }

    private boolean hasPods(JsonNode owner) {
        return ofKind("Pod")
                .anyMatch(pod -> stream(pod.at("/metadata/ownerReferences"))
                        .anyMatch(each -> text(each, "/name").equals(name(owner))));
    }

    /** Returns why a pod is not ready: what its containers wait for, then the scheduler's reason, then the last warning. */
    private static String reason(JsonNode pod, Optional<String> warning) {
        JsonNode status = pod.path("status");
        Optional<String> ended = containers(status)
                .flatMap(each -> Stream.of(each.at("/lastState/terminated"), each.at("/state/terminated")))
                .filter(each -> each.path("exitCode").asInt() != 0)
                .map(each -> "a container ended with status " + text(each, "/exitCode") + " (" + text(each, "/reason")
                        + "); kubectl logs " + name(pod) + " shows its output")
                .findFirst();
        if (ended.isPresent()) {
            return ended.get();
        }
        Optional<String> waits = containers(status)
                .map(each -> each.at("/state/waiting"))
                // These two are steps of each start.
                .filter(each ->
                        !List.of("", "ContainerCreating", "PodInitializing").contains(text(each, "/reason")))
                .map(RunObjects::reasonAndMessage)
                .findFirst();
        Optional<String> unscheduled = stream(status.path("conditions"))
                .filter(each -> is(each, "PodScheduled", "False"))
                .map(RunObjects::reasonAndMessage)
                .findFirst();
        String node = text(pod, "/spec/nodeName");
        return waits.or(() -> unscheduled)
                .or(() -> warning)
                .orElse(node.isEmpty() ? "has no node yet" : "starts on node " + node);
    }

    private static Stream<JsonNode> containers(JsonNode status) {
        return Stream.concat(stream(status.path("initContainerStatuses")), stream(status.path("containerStatuses")));
    }

    private static String reasonAndMessage(JsonNode state) {
        String message = text(state, "/message");
        return text(state, "/reason") + (message.isEmpty() ? "" : ": " + message);
    }

    private Stream<JsonNode> ofKind(String kind) {
        return items.stream().filter(each -> kind(each).equals(kind));
    }

    private static Stream<JsonNode> stream(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    private static String kind(JsonNode item) {
        return text(item, "/kind");
    }

    static String name(JsonNode item) {
        return text(item, "/metadata/name");
    }

    private static String text(JsonNode item, String pointer) {
        return item.at(pointer).asText();
    }

    private static String label(JsonNode item, String label) {
        return item.path("metadata").path("labels").path(label).asText();
    }
}
