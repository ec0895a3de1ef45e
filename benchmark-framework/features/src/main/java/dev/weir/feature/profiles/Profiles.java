package dev.weir.feature.profiles;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.feature.Feature;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.section.PartSection;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.document.PartFiles;
import dev.weir.result.document.ResultPart;
import dev.weir.result.document.RunDetails;
import java.util.List;

/** The part {@code profiles} of a result, its files, and how it is shown. */
public final class Profiles implements Feature, PartFiles, PartSection {
    /** Missing unless the workload asks for profiles. */
    public static final ResultPart<List<ProfileResult>> PART = new ResultPart<>("profiles", new TypeReference<>() {});

    @Override
    public List<?> seats() {
        return List.of(
                new ProfileSection(), (RunObserver.Maker) (request, clock) -> RunProfiles.of(request), this, PART);
    }

    @Override
    public List<String> files(RunDetails details) {
        return PART.in(details).stream()
                .flatMap(profiles -> profiles.stream())
                .flatMap(profile -> profile.file().stream())
                .toList();
    }

    @Override
    public List<Tag> section(ShownRun run) {
        return ProfileView.of(run);
    }
}
