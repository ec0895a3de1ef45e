package dev.weir.result.run;

import dev.weir.workload.file.GivenFields;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which run of a campaign it was.
 *
 * @param campaign the name of the campaign's folder; empty: it was the only run of its command
 * @param point by which it differs from others of its workload file: a field's path to its value, in the words of the file
 * @param repeat which of the runs of this point on this system, from 1; 0: it was made before them, to be discarded
 * @param given what a person wrote of it that its effective files do not show
 */
public record CampaignPlace(String campaign, Map<String, String> point, int repeat, GivenFields given) {
    /** Of the only run of a command. */
    public static final CampaignPlace NONE = new CampaignPlace("", Map.of(), 1);

    /** Of a run whose effective files show all that a person wrote. */
    public CampaignPlace(String campaign, Map<String, String> point, int repeat) {
        this(campaign, point, repeat, GivenFields.NONE);
    }

    public CampaignPlace {
        point = Collections.unmodifiableMap(new LinkedHashMap<>(point));
        if (repeat < 0) {
            throw new IllegalArgumentException("repeat must be at least 0, got " + repeat);
        }
    }

    /** Whether the result is kept, but counts in no comparison. */
    public boolean isDiscarded() {
        return repeat == 0;
    }

    /** Whether it is one of several. */
    public boolean isPart() {
        return !campaign.isEmpty();
    }
}
