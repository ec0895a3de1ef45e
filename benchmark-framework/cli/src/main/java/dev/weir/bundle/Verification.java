package dev.weir.bundle;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.bundle.Manifest.ListedFile;
import dev.weir.host.facts.ToolVersion;
import dev.weir.result.FileDigest;
import dev.weir.result.TextFile;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.journal.Recomputation;
import dev.weir.result.stored.IntervalHistograms;
import dev.weir.result.stored.StoredResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks of a bundle, in their order. Used by one thread. */
public final class Verification {
    private static final String SIGNATURE = "signature";
    private static final String UNCHECKED = "unchecked";
    private static final String FIGURES = "figures";
    private static final String PAGE = "page";
    private static final int MAX_DIFFERENCES = 5;

    private final List<VerifiedPart> checks = new ArrayList<>();
    private List<String> names = List.of();

    private Verification() {}

    /** Whether a check found what the bundle states. */
    public enum Agreement {
        AGREES,
        /** The bundle, or the check of it, deviates in something that changes no content. */
        NOTE,
        DIFFERS
    }

    /** What a check found about its subject, which is one word. */
    public record VerifiedPart(String subject, Agreement agreement, String text) {
        /** Returns whether it states that figures, or the page on which people read them, were not made again. */
        public boolean leavesOut() {
            return agreement == Agreement.NOTE && (subject.equals(FIGURES) || subject.equals(PAGE));
        }

        /** Returns whether it lists fields that only the source of the bundle can confirm. */
        public boolean needsSource() {
            return subject.equals(UNCHECKED);
        }

        /** Returns whether it states that the bundle is from the person with the given key. */
        public boolean confirmsSource() {
            return agreement == Agreement.AGREES && subject.equals(SIGNATURE);
        }
    }

    /**
     * Checks a bundle.
     *
     * @param trustedKey PEM file with the public key with which it must be signed; empty: any signature or none
     * @throws IOException if the bundle cannot be read, or the disk is full
     */
    public static List<VerifiedPart> of(Path bundle, Optional<Path> trustedKey) throws IOException {
        var verification = new Verification();
        try (var temporary = TemporaryFolder.create()) {
            verification.check(bundle, temporary.path(), trustedKey);
        }
        return verification.checks;
    }

    private void check(Path bundle, Path folder, Optional<Path> trustedKey) throws IOException {
        Optional<Manifest> manifest = extract(bundle, folder);
        if (manifest.isEmpty()) {
            return;
        }
        checkSignature(text(folder.resolve(Manifest.NAME)), folder, trustedKey);
        if (differs()) {
            // What follows reads these files.
            return;
        }
        checkArchive(bundle, folder);
        checkResults(manifest.get(), folder);
    }

    /**
     * Extracts a bundle whose files are unchanged.
     *
     * @throws IOException if it is no bundle, or a file was changed, is missing or was added; the message names them
     */
    static Manifest extractUnchanged(Path bundle, Path folder) throws IOException {
        var verification = new Verification();
        Optional<Manifest> manifest = verification.extract(bundle, folder);
        if (verification.differs()) {
            throw new IOException(verification.checks.stream()
                    .filter(check -> check.agreement() == Agreement.DIFFERS)
                    .map(check -> check.subject() + ": " + check.text())
                    .collect(Collectors.joining("; ")));
        }
        return manifest.orElseThrow();
    }

    /** Extracts the files and checks them against the manifest; empty if there is none that this version can read. */
    private Optional<Manifest> extract(Path bundle, Path folder) throws IOException {
        Manifest manifest;
        try {
            names = Archive.extract(bundle, folder);
            manifest = Manifest.parse(text(folder.resolve(Manifest.NAME)));
        } catch (JsonProcessingException e) {
            differs("manifest", "is not readable: " + e.getOriginalMessage());
            return Optional.empty();
        } catch (IOException e) {
            differs("archive", "is not a complete bundle: " + e.getMessage());
            return Optional.empty();
        }
        if (manifest.format() != Manifest.FORMAT) {
            differs(
                    "manifest",
                    "has format " + manifest.format() + ", and this version checks format " + Manifest.FORMAT);
            return Optional.empty();
        }
        checkManifest(folder);
        checkFiles(manifest, folder);
        return Optional.of(manifest);
    }

    /** Reads a text; bytes that are none become other characters, so that digests of the text differ. */
    private static String text(Path file) throws IOException {
        return new String(TextFile.bytes(file), StandardCharsets.UTF_8);
    }

    private void checkManifest(Path folder) throws IOException {
        Path digest = folder.resolve(Manifest.DIGEST);
        if (!Files.exists(digest)) {
            differs("manifest", Manifest.DIGEST + " is missing");
        } else if (!text(digest).equals(FileDigest.of(folder.resolve(Manifest.NAME)) + "\n")) {
            differs("manifest", Manifest.NAME + " does not agree with " + Manifest.DIGEST);
        }
    }

    private void checkFiles(Manifest manifest, Path folder) throws IOException {
        int before = checks.size();
        Set<String> extra = new HashSet<>(names);
        extra.removeAll(Manifest.UNLISTED);
        for (ListedFile file : manifest.files()) {
            if (!extra.remove(file.name())) {
                differs("files", file.name() + " is in the manifest, but not in the bundle");
            } else if (!FileDigest.of(folder.resolve(file.name())).equals(file.sha256())) {
                differs("files", file.name() + " was changed: its digest is not the one in the manifest");
            }
        }
        extra.stream().sorted().forEach(name -> differs("files", name + " is in the bundle, but not in the manifest"));
        Set<String> listed = manifest.files().stream().map(ListedFile::name).collect(Collectors.toSet());
        Stream.concat(manifest.results().stream(), Stream.of(Manifest.PAGE))
                .filter(name -> !listed.contains(name) || !(name.equals(Manifest.PAGE) || Manifest.isResult(name)))
                .forEach(name -> differs("files", name + " is not among the files of the manifest"));
        if (checks.size() == before) {
            agrees("files", manifest.files().size() + " files have the digests of the manifest");
        }
    }

    private void checkSignature(String manifest, Path folder, Optional<Path> trustedKey) throws IOException {
        Path file = folder.resolve(ManifestSignature.NAME);
        if (!Files.exists(file)) {
            if (trustedKey.isPresent()) {
                differs(SIGNATURE, "is missing, so the bundle can be from anyone");
            } else {
                note(SIGNATURE, "none: it is unknown who made the bundle");
            }
            return;
        }
        ManifestSignature signature;
        try {
            signature = ManifestSignature.parse(text(file));
        } catch (JsonProcessingException e) {
            differs(SIGNATURE, "is not readable: " + e.getOriginalMessage());
            return;
        }
        if (!signature.fits(manifest)) {
            differs(SIGNATURE, "does not fit the manifest");
        } else if (trustedKey.isEmpty()) {
            note(
                    SIGNATURE,
                    "fits the manifest. Compare its key with the key of the person whom you expect, or name that key"
                            + " with --key. SHA-256 of the key: " + signature.fingerprint());
        } else if (signature.fingerprint().equals(ManifestSignature.fingerprint(trustedKey.get()))) {
            agrees(SIGNATURE, "is of the key in " + trustedKey.get());
        } else {
            differs(SIGNATURE, "is of another key than the one in " + trustedKey.get());
        }
    }

    private void checkArchive(Path bundle, Path folder) throws IOException {
        long difference = Archive.firstDifference(bundle, folder, names);
        if (difference >= 0) {
            note(
                    "archive",
                    "byte " + difference + " differs from what bin/benchmark bundle writes here. All files"
                            + " in it are unchanged: only the packaging differs, such as the time or compression of a file");
        }
    }

    private void checkResults(Manifest manifest, Path folder) throws IOException {
        List<StoredResult> results;
        try {
            results = BundleWriter.read(folder, manifest.results());
        } catch (IOException e) {
            differs("results", e.getMessage() == null ? "are not readable" : e.getMessage());
            return;
        }
        Set<String> unconfirmed = new TreeSet<>();
        int figures = 0;
        int differing = 0;
        for (int i = 0; i < results.size(); i++) {
            String name = manifest.results().get(i);
            checkEffectiveFiles(results.get(i), name, folder);
            Optional<Recomputation> recomputed = recompute(results.get(i), name);
            if (recomputed.isEmpty()) {
                continue;
            }
            Recomputation again = recomputed.get();
            figures += again.figures();
            differing += again.differences().size();
            unconfirmed.addAll(again.unconfirmed());
            again.differences().stream()
                    .limit(MAX_DIFFERENCES)
                    .forEach(difference -> differs(
                            FIGURES,
                            name + ": " + difference.field() + " is " + orMissing(difference.stated())
                                    + ", but histograms, counts and other fields result in "
                                    + orMissing(difference.computed())));
        }
        if (differing > 0) {
            differs(FIGURES, String.format("%,d of %,d figures do not agree", differing, figures));
        } else if (figures > 0) {
            agrees(FIGURES, String.format("%,d figures were computed again and agree", figures));
        }
        if (!unconfirmed.isEmpty()) {
            note(
                    UNCHECKED,
                    "these fields follow from no others, so only their source can confirm them:"
                            + byGroup(unconfirmed));
        }
        checkPage(manifest, results, folder);
    }

    private static String byGroup(Set<String> fields) {
        Map<String, List<String>> groups = new TreeMap<>();
        for (String field : fields) {
            String[] names = field.split("\\.", 3);
            String group = names.length < 3 ? names.length == 1 ? "top" : names[0] : names[0] + "." + names[1];
            groups.computeIfAbsent(group, absent -> new ArrayList<>()).add(names[names.length - 1]);
        }
        return groups.entrySet().stream()
                .map(group -> "\n            " + group.getKey() + ": " + String.join(", ", group.getValue()))
                .collect(Collectors.joining());
    }

    private static String orMissing(String value) {
        return value.isEmpty() ? "missing" : value;
    }

    private Optional<Recomputation> recompute(StoredResult result, String name) {
        String why = "";
        if (result.isSearch() || result.schemaVersion() < 1) {
            why = " is of a search, or of OMB";
        } else if (result.reasons().stream().anyMatch(reason -> reason.code() == ReasonCode.JOURNAL_INCOMPLETE)) {
            why = " has an incomplete log of histograms (JOURNAL_INCOMPLETE)";
        }
        Path log = IntervalHistograms.ofResult(result.file());
        if (why.isEmpty() && !Files.exists(log) && isWithoutFigures(result)) {
            why = " is of a run that could not begin";
        }
        if (!why.isEmpty()) {
            note(FIGURES, name + why + ": its figures cannot be computed again, and none of them was checked");
            return Optional.empty();
        }
        if (!Files.exists(log)) {
            differs(FIGURES, name + " has no histograms, from which its figures could be computed again");
            return Optional.empty();
        }
        try {
            JsonNode file = DocumentReader.json().readTree(TextFile.read(result.file()));
            return Optional.of(Recomputation.of(file, result.document(), log));
        } catch (IOException | DateTimeException | IllegalArgumentException | ArithmeticException e) {
            // No run writes times or phases that cannot be read.
            differs(FIGURES, name + ": " + e.getMessage());
            return Optional.empty();
        }
    }

    private static boolean isWithoutFigures(StoredResult result) {
        return result.outcome() == Outcome.FAILED
                && result.weir().measurements().intervals().isEmpty()
                && result.latencies().isEmpty();
    }

    private void checkEffectiveFiles(StoredResult result, String name, Path folder) throws IOException {
        for (Map.Entry<String, String> file :
                Manifest.effectiveFiles(result, name).entrySet()) {
            Path path = folder.resolve(file.getKey());
            if (!Files.exists(path) || !text(path).equals(file.getValue())) {
                differs("files", file.getKey() + " is not the file that is in " + name);
            }
        }
    }

    private void checkPage(Manifest manifest, List<StoredResult> results, Path folder) throws IOException {
        String again = BundleWriter.page(folder, results, manifest.price(), manifest.note());
        if (again.equals(text(folder.resolve(Manifest.PAGE)))) {
            agrees(PAGE, "is equal to the page that was made of the results again");
        } else if (manifest.weir().equals(ToolVersion.text())) {
            differs(PAGE, "is not the page of these results");
        } else {
            note(
                    PAGE,
                    "was made by version " + manifest.weir() + ", and this is " + ToolVersion.text()
                            + ", which makes another page. Check it with that version, or make a page of the results");
        }
    }

    private boolean differs() {
        return checks.stream().anyMatch(check -> check.agreement() == Agreement.DIFFERS);
    }

    private void agrees(String subject, String text) {
        checks.add(new VerifiedPart(subject, Agreement.AGREES, text));
    }

    private void note(String subject, String text) {
        checks.add(new VerifiedPart(subject, Agreement.NOTE, text));
    }

    private void differs(String subject, String text) {
        checks.add(new VerifiedPart(subject, Agreement.DIFFERS, text));
    }
}
