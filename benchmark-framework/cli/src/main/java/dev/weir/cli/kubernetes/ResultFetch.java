package dev.weir.cli.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.cli.kubernetes.ClusterTools.ToolProcess;
import dev.weir.result.FileDigest;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Copies the files of a results volume. The coordinator's pod has ended by then, and nothing can be executed in it: so a
 * pod of the same image mounts the volume for a short time. It needs a shell, {@code cat} and {@code sha256sum} only.
 * kubectl may end with status 0 although its connection was lost. So the size and the digest of each file are read first,
 * and a file counts as copied only if both agree.
 */
record ResultFetch(ClusterTools tools, String run, Path folder) {
    private static final String VOLUME = "/data/results";

    /** The reader ends itself after an hour if this command cannot remove it. */
    private static final String READER = """
            {
              "apiVersion": "v1",
              "kind": "Pod",
              "metadata": {"labels": {"app.kubernetes.io/name": "weir", "app.kubernetes.io/component": "reader"}},
              "spec": {
                "automountServiceAccountToken": false,
                "enableServiceLinks": false,
                "restartPolicy": "Never",
                "activeDeadlineSeconds": 3600,
                "terminationGracePeriodSeconds": 1,
                "containers": [{
                  "name": "reader",
                  "command": ["sleep", "3600"],
                  "resources": {
                    "requests": {"cpu": "100m", "memory": "64Mi"},
                    "limits": {"cpu": "100m", "memory": "64Mi"}
                  },
                  "volumeMounts": [{"name": "results", "mountPath": "/data", "readOnly": true}]
                }]
              }
            }""";

    /** How often in a row no further file may arrive. */
    private static final int MAX_FAILURES = 3;

    private static final long STALL_MILLIS = 60_000;
    private static final long STEP_MILLIS = 1_000;

    /** Its last line proves that the list is complete. */
    private static final String LIST = "cd " + VOLUME + " 2>/dev/null || { echo end; exit; }; find . -type f | while"
            + " IFS= read -r f; do s=$(sha256sum <\"$f\") && echo \"${s%% *} $(wc -c <\"$f\") $f\" || exit 1; done"
            + " && echo end";

    private static final String SEND = "cd " + VOLUME + " && while IFS= read -r f; do cat \"./$f\" || exit 1; done";

    private static final Pattern LISTED = Pattern.compile("([0-9a-f]{64}) +([0-9]+) \\./(.+)");

    ResultFetch {
        folder = folder.normalize();
    }

    String reader() {
        return run + "-reader";
    }

    void startReader(JsonNode coordinatorJob) {
        stopReader("--wait=true");
        tools.create(manifest(coordinatorJob).toString());
    }

    String stopReader(String wait) {
        return tools.request("delete", "pod", reader(), "--ignore-not-found", wait, "--timeout=60s");
    }

    /** Returns a pod with the image, the rights and the volume of the coordinator. */
    private ObjectNode manifest(JsonNode job) {
        JsonNode from = job.at("/spec/template/spec");
        var pod = (ObjectNode) ClusterTools.json(READER);
        pod.withObject("/metadata").put("name", reader());
        pod.withObject("/metadata/labels").put("app.kubernetes.io/instance", run);
        ObjectNode spec = pod.withObject("/spec");
        copy(from, spec, "securityContext", "imagePullSecrets", "nodeSelector", "tolerations");
        ArrayNode volumes = spec.putArray("volumes");
        from.path("volumes").forEach(each -> {
            if (each.path("name").asText().equals("results")) {
                volumes.add(each);
            }
        });
        var container = (ObjectNode) spec.at("/containers/0");
        copy(from.at("/containers/0"), container, "image", "imagePullPolicy", "securityContext");
        return pod;
    }

    private static void copy(JsonNode from, ObjectNode to, String... fields) {
        for (String each : fields) {
            if (from.has(each)) {
                to.set(each, from.get(each));
            }
        }
    }

    /** Copies all files with the pod, which runs. Returns the copies. */
    List<Path> copy() {
        List<Remote> files = list();
        List<Remote> missing = new ArrayList<>();
        try {
            for (Remote each : files) {
                Path local = each.in(folder);
                if (!Files.exists(local)) {
                    missing.add(each);
                } else if (!FileDigest.of(local).equals(each.digest())) {
                    throw new KubernetesException(
                            local + " exists with another content, and results are not overwritten: name another folder"
                                    + " with -o");
                }
            }
            for (int failures = 0; !missing.isEmpty(); ) {
                int before = missing.size();
                String error = receive(missing);
                failures = missing.size() < before ? 0 : failures + 1;
                tools.pause(5L * failures * tools.pollMillis());
                if (failures == MAX_FAILURES) {
                    throw new KubernetesException(
                            missing.size() + " of " + files.size() + " result files were not copied"
                                    + " completely in " + MAX_FAILURES + " attempts, the first is "
                                    + missing.get(0).name() + (error.isEmpty() ? "" : ": " + error));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write into " + folder, e);
        }
        return files.stream().map(each -> each.in(folder)).toList();
    }

    private List<Remote> list() {
        String text = tools.request("exec", reader(), "--", "sh", "-c", LIST);
        List<String> lines = text.lines().toList();
        if (lines.isEmpty() || !lines.get(lines.size() - 1).equals("end")) {
            throw new KubernetesException("the list of the result files is not complete: try again");
        }
        List<Remote> files = new ArrayList<>();
        for (String line : lines.subList(0, lines.size() - 1)) {
            Matcher listed = LISTED.matcher(line);
            if (!listed.matches()) {
                throw new KubernetesException("the list of the result files has the line '" + line
                        + "', which is not a digest, a size and a name");
            }
            files.add(new Remote(listed.group(1), Long.parseLong(listed.group(2)), listed.group(3)));
        }
        return files;
    }

    /** Copies files, and takes those that arrived completely from the list. Returns the error message of kubectl. */
    private String receive(List<Remote> missing) throws IOException {
        Files.createDirectories(folder);
        Path names = tools.file(
                "names", missing.stream().map(each -> each.name() + "\n").collect(Collectors.joining()));
        // Beside the results: it is as large as they are.
        Path stream = folder.resolve("." + run + ".part");
        String error;
        try (ToolProcess sending =
                tools.kubectl(names, stream, List.of("exec", "-i", reader(), "--", "sh", "-c", SEND))) {
            long size = 0;
            long still = 0;
            while (!sending.ended(STEP_MILLIS) && still < STALL_MILLIS) {
                still = Files.size(stream) == size ? still + STEP_MILLIS : 0;
                size = Files.size(stream);
            }
            error = still < STALL_MILLIS ? sending.errors() : "nothing arrived for " + STALL_MILLIS / 1_000 + " s";
            try (InputStream content = new BufferedInputStream(Files.newInputStream(stream))) {
                for (Remote each : List.copyOf(missing)) {
                    if (take(content, each)) {
                        missing.remove(each);
                    }
                }
            }
        }
        return error;
    }

    private boolean take(InputStream content, Remote file) throws IOException {
        Path local = file.in(folder);
        Files.createDirectories(local.toAbsolutePath().getParent());
        Path part = local.resolveSibling(local.getFileName() + ".part");
        try (OutputStream to = Files.newOutputStream(part)) {
            byte[] block = new byte[65_536];
            int read;
            for (long left = file.size(); left > 0; left -= read) {
                read = content.read(block, 0, (int) Math.min(left, block.length));
                if (read < 0) {
                    break;
                }
                to.write(block, 0, read);
            }
        }
        if (!FileDigest.of(part).equals(file.digest())) {
            Files.delete(part);
            return false;
        }
        Files.move(part, local);
        return true;
    }

    /** A file of the volume, with its SHA-256, hexadecimal; its name is below the folder of the results. */
    private record Remote(String digest, long size, String name) {
        /** Returns its place in a local folder, which it cannot leave. */
        Path in(Path folder) {
            Path local = folder.resolve(name).normalize();
            if (!local.toAbsolutePath().startsWith(folder.toAbsolutePath()) || local.equals(folder)) {
                throw new KubernetesException("the results volume has a file outside of its folder: " + name);
            }
            return local;
        }
    }
}
