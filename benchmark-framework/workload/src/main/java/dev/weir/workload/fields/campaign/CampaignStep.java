package dev.weir.workload.fields.campaign;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Changes of one of a file's {@code steps}.
 *
 * @param line where it begins; 0 for the only one of a file without steps
 * @param name its name; empty if it has only a number
 */
public record CampaignStep(int line, String name, List<FieldChange> changes) {
    /** The step of a file without steps. */
    public static final CampaignStep NONE = new CampaignStep(0, "", List.of());

    public CampaignStep {
        changes = List.copyOf(changes);
    }

    /** Returns whether both have the same changes, whatever their names. */
    public boolean isSameAs(CampaignStep other) {
        return texts().equals(other.texts());
    }

    private Set<String> texts() {
        return changes.stream()
                .map(change -> change.path() + "=" + change.text())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
