package dev.weir.result.run;

import dev.weir.workload.file.GivenFields;
import dev.weir.workload.text.Checks;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Identity of a run.
 *
 * @param id unique, lower-case hexadecimal; part of the names that it left in the system
 * @param beginNanos epoch nanoseconds of the coordinator
 */
public record RunIdentity(String id, String commandLine, String version, long beginNanos, CampaignPlace place) {

    /**
     * Place of a run in its campaign.
     *
     * @param campaign name of the campaign's folder; empty if it was the only run of its command
     * @param point values by which it differs from others of its workload file, by a field's path, as in the file
     * @param repeat number of the run among those of this point on this system, from 1; 0 for a discarded run before
     *     them
     * @param given fields as the person wrote them, where the effective files do not show that
     */
    public record CampaignPlace(String campaign, Map<String, String> point, int repeat, GivenFields given) {
        /** Place of the only run of a command. */
        public static final CampaignPlace NONE = new CampaignPlace("", Map.of(), 1);

        /** Creates the place of a run whose effective files show everything that a person wrote. */
        public CampaignPlace(String campaign, Map<String, String> point, int repeat) {
            this(campaign, point, repeat, GivenFields.NONE);
        }

        public CampaignPlace {
            point = Collections.unmodifiableMap(new LinkedHashMap<>(point));
            Checks.atLeast("repeat", repeat, 0);
        }

        /** Returns whether the result is kept, but excluded from comparisons. */
        public boolean isDiscarded() {
            return repeat == 0;
        }

        public boolean isPart() {
            return !campaign.isEmpty();
        }
    }
}
