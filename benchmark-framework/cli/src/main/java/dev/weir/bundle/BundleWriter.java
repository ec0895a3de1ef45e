package dev.weir.bundle;

import dev.weir.bundle.Manifest.ListedFile;
import dev.weir.feature.Features;
import dev.weir.host.facts.ToolVersion;
import dev.weir.report.html.HtmlReport;
import dev.weir.result.FileDigest;
import dev.weir.result.ResultFile;
import dev.weir.result.WholeFile;
import dev.weir.result.document.ResultPart.PartFiles;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.result.stored.FolderFile;
import dev.weir.result.stored.IntervalHistograms;
import dev.weir.result.stored.StoredResult;
import dev.weir.result.value.IsoTime;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Packs results into a bundle with what is needed to check and to repeat them.
 *
 * @param results all runs, in the order of the page
 * @param price what the hosts cost, in the words of a person; empty if not given
 * @param note what is missing, for the page; empty if nothing is
 */
public record BundleWriter(List<StoredResult> results, String price, String note) {
    public BundleWriter {
        results = List.copyOf(results);
    }

    /** Keys to sign with, in PEM files: PKCS#8 and X.509. */
    public record Keys(Path privateKey, Path publicKey) {}

    /** Writes the bundle. An existing file is replaced. */
    public void write(Path bundle, Optional<Keys> keys, long nowNanos) throws IOException, GeneralSecurityException {
        try (var temporary = TemporaryFolder.create()) {
            Path folder = temporary.path();
            List<String> names = copyResults(folder);
            Files.writeString(folder.resolve(Manifest.PAGE), page(folder, read(folder, names), price, note));
            List<ListedFile> files = list(folder, names);
            String manifest = new Manifest(
                            Manifest.FORMAT,
                            ToolVersion.text(),
                            IsoTime.of(nowNanos),
                            price,
                            note,
                            names,
                            files,
                            filesOfFeatures())
                    .json();
            List<String> archived = new ArrayList<>(List.of(Manifest.NAME, Manifest.DIGEST));
            Files.writeString(folder.resolve(Manifest.NAME), manifest);
            Files.writeString(
                    folder.resolve(Manifest.DIGEST), FileDigest.of(manifest.getBytes(StandardCharsets.UTF_8)) + "\n");
            if (keys.isPresent()) {
                ManifestSignature signature = ManifestSignature.of(
                        manifest, keys.get().privateKey(), keys.get().publicKey());
                Files.writeString(folder.resolve(ManifestSignature.NAME), signature.json());
                archived.add(ManifestSignature.NAME);
            }
            files.forEach(file -> archived.add(file.name()));
            WholeFile.writeBytes(bundle, out -> Archive.write(folder, archived, out));
        }
    }

    /**
     * Copies the results with the files beside them. Those of one folder stay together, so that the index of a campaign
     * lies beside its results: it shows which runs were left out.
     */
    private List<String> copyResults(Path folder) throws IOException {
        List<Path> folders =
                results.stream().map(BundleWriter::folderOf).distinct().toList();
        List<String> names = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (StoredResult result : results) {
            String name =
                    Archive.name(String.valueOf(result.file().getFileName()).replaceFirst("\\.json$", ""));
            String place = folders.size() == 1 ? "" : (folders.indexOf(folderOf(result)) + 1) + "/";
            String base = place + name;
            for (int number = 2; !taken.add(base); number++) {
                base = place + name + "+" + number;
            }
            String copied = Manifest.result(base);
            Path copy = folder.resolve(copied);
            Files.createDirectories(copy.getParent());
            ResultFile.copy(result.file(), copy);
            Path index = result.file().resolveSibling(CampaignIndex.FILE);
            if (Files.exists(index)) {
                Files.copy(index, copy.resolveSibling(CampaignIndex.FILE), StandardCopyOption.REPLACE_EXISTING);
            }
            for (Map.Entry<String, String> file :
                    Manifest.effectiveFiles(result, copied).entrySet()) {
                Path path = folder.resolve(file.getKey());
                Files.createDirectories(path.getParent());
                Files.writeString(path, file.getValue());
            }
            names.add(copied);
        }
        return names;
    }

    private static Path folderOf(StoredResult result) {
        return Objects.requireNonNull(result.file().toAbsolutePath().normalize().getParent());
    }

    /** Reads the copies, so that the page depends on nothing outside the bundle. */
    static List<StoredResult> read(Path folder, List<String> names) throws IOException {
        var problems = new Problems();
        List<StoredResult> results = names.stream()
                .flatMap(name -> StoredResult.read(folder.resolve(name), problems).stream())
                .toList();
        if (!problems.errors().isEmpty()) {
            throw new IOException(problems.errors().get(0).message());
        }
        return results;
    }

    /** Makes the page of results in a folder. Paths in it are relative to the folder. */
    static String page(Path folder, List<StoredResult> results, String price, String note) {
        return HtmlReport.ofBundle(results, price, note)
                .html(Optional.empty(), folder.resolve(Manifest.PAGE))
                .replace(folder + "/", "");
    }

    private static List<ListedFile> list(Path folder, List<String> results) throws IOException {
        List<Path> paths = new ArrayList<>(List.of(folder.resolve(Manifest.PAGE)));
        for (String name : results) {
            Path result = folder.resolve(name);
            paths.add(result);
            paths.add(IntervalHistograms.ofResult(result));
            paths.add(Path.of(result.toString().replaceFirst("\\.json$", ResultFile.PERCENTILES_ENDING)));
            Manifest.effectiveNames(name).forEach(file -> paths.add(folder.resolve(file)));
            paths.add(result.resolveSibling(CampaignIndex.FILE));
        }
        List<ListedFile> files = new ArrayList<>();
        for (Path path : new LinkedHashSet<>(paths)) {
            if (Files.exists(path)) {
                String name = folder.relativize(path).toString().replace('\\', '/');
                files.add(listed(name, path));
            }
        }
        return files;
    }

    private static ListedFile listed(String name, Path file) throws IOException {
        return new ListedFile(name, Files.size(file), FileDigest.of(file));
    }

    /** Returns the files that features keep beside the results, such as recordings: each can have hundreds of megabytes. */
    private List<ListedFile> filesOfFeatures() throws IOException {
        List<ListedFile> found = new ArrayList<>();
        for (StoredResult result : results) {
            List<String> names = Features.in(PartFiles.class).stream()
                    .flatMap(part -> part.files(result.weir()).stream())
                    .toList();
            for (String name : names) {
                Optional<Path> file =
                        FolderFile.of(result.file().resolveSibling(""), name).filter(Files::isRegularFile);
                if (file.isPresent()) {
                    found.add(listed(name, file.get()));
                }
            }
        }
        return found;
    }
}
