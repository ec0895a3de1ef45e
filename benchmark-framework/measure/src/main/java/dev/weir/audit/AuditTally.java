package dev.weir.audit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Running sums of an audit, updated with each change, and examples of final violations. Not thread-safe. */
final class AuditTally {
    long acknowledged;
    long failed;
    long aborted;
    long delivered;
    /** Acknowledged messages that are currently missing. */
    long missing;

    long duplicated;
    /** Repeated arrivals whose first arrival a lost worker may have had. */
    long redelivered;

    long reordered;
    long deliveredThoughFailed;
    long abortedDelivered;
    long openBlocks;
    long givenUpBlocks;
    private final Map<AuditExample.Kind, List<AuditExample>> examples = new EnumMap<>(AuditExample.Kind.class);

    /** Adds the messages of a block as examples, while there are few of their kind. */
    void name(AuditExample.Kind kind, int producer, int number, SequenceBlock messages, int subscription) {
        List<AuditExample> known = examples.computeIfAbsent(kind, absent -> new ArrayList<>());
        int i = messages.next(0);
        while (i >= 0 && known.size() < AuditExample.MAX_OF_KIND) {
            long sequence = ((long) number << SequenceBlock.BITS) + i;
            known.add(new AuditExample(kind.key(), producer, sequence, subscription));
            i = messages.next(i + 1);
        }
    }

    List<AuditExample> examples(AuditExample.Kind kind) {
        return Collections.unmodifiableList(examples.getOrDefault(kind, List.of()));
    }
}
