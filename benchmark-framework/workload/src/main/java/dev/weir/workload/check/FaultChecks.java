package dev.weir.workload.check;

import dev.weir.workload.BrokerFault;
import dev.weir.workload.fields.FaultFields;
import dev.weir.workload.fields.PhaseFields;
import dev.weir.workload.fields.RateFields;
import dev.weir.workload.text.DurationText;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import java.time.Duration;
import java.util.List;

/** Checks whether faults fit into the workload, and to each other. */
final class FaultChecks {
    private FaultChecks() {}

    static void check(FieldValues values) {
        Field<List<BrokerFault>> field = FaultFields.FAULTS;
        List<BrokerFault> faults = values.get(field);
        if (faults.isEmpty()) {
            return;
        }
        if (RateFields.isSearched(values)) {
            values.error(field, "cannot be combined with a search for the rate, whose runs must be equal; remove one");
        }
        if (PhaseFields.buildsBacklog(values)) {
            values.error(
                    field,
                    "cannot be combined with consumerBacklogSizeGB, which decides when the measurement begins; "
                            + "remove one");
        }
        Duration test = PhaseFields.testDuration(values);
        for (BrokerFault fault : faults) {
            boolean fits = fault.at().compareTo(test) < 0
                    && fault.end().orElse(Duration.ZERO).compareTo(test) <= 0;
            if (!test.isZero() && !fits) {
                values.error(
                        field,
                        "must begin and end within the testDuration of " + DurationText.of(test) + ", got "
                                + fault.text());
            }
        }
        checkOverlaps(values, field, faults);
    }

    /** Checks that each broker has one fault at a time; which broker is the leader is unknown in advance. */
    private static void checkOverlaps(FieldValues values, Field<?> field, List<BrokerFault> faults) {
        for (int i = 0; i < faults.size(); i++) {
            for (BrokerFault other : faults.subList(i + 1, faults.size())) {
                BrokerFault fault = faults.get(i);
                boolean named = fault.broker().isPresent() && fault.broker().equals(other.broker());
                if (named && begins(fault, other) && begins(other, fault)) {
                    values.error(field, "must not overlap on one broker, got " + fault.text() + " and " + other.text());
                }
            }
        }
    }

    /** Returns whether one fault begins before the other has ended. */
    private static boolean begins(BrokerFault one, BrokerFault other) {
        return other.end().map(end -> one.at().compareTo(end) <= 0).orElse(true);
    }
}
