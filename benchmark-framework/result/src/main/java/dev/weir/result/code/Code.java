package dev.weir.result.code;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Constant by which scripts recognise a reason, a finding, an event, the cause of a latency spike or a rule of a review.
 * {@code docs/codes.md} lists all of them.
 */
public sealed interface Code permits ReasonCode, FindingCode, EventKind, SpikeCause, ReviewCode, Code.Unknown {
    /** Returns the name in result files, in upper case. */
    String name();

    /** Returns its explanation; empty if this version of Weir has no such code. */
    Optional<Explanation> explanation();

    /** Returns the constant of that name, or {@link Unknown}: another version of Weir may have written it. */
    static Code of(String name, Code... known) {
        return Stream.of(known)
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseGet(() -> new Unknown(name));
    }

    /** Returns the constant of that name among all kinds of codes, for fields that can be of several kinds. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Code of(String name) {
        return of(
                name,
                Stream.of(EventKind.values(), FindingCode.values(), ReasonCode.values(), SpikeCause.values())
                        .flatMap(Stream::of)
                        .toArray(Code[]::new));
    }

    /** A code that this version of Weir does not have. */
    record Unknown(@JsonValue String name) implements Code {
        @Override
        public Optional<Explanation> explanation() {
            return Optional.empty();
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * Meaning of a code, in sentences.
     *
     * @param happened what happened, with the limits that apply
     * @param matters why it matters to a reader of the figures
     * @param remedy what to do about it
     */
    record Explanation(String happened, String matters, String remedy) {}
}
