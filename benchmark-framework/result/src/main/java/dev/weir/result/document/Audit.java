package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.audit.AuditExample;
import dev.weir.audit.AuditRange;
import dev.weir.audit.AuditResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/**
 * Result of the audit; {@link dev.weir.audit.AuditResult} defines each figure.
 *
 * @param verdict as {@link dev.weir.audit.AuditResult#verdict}
 * @param complete whether delivery was awaited to its end
 * @param subscriptions number of subscriptions of each topic
 * @param violations figures that only an audit finds; empty without one
 * @param blocks where in the messages the violations are
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Audit(
        String verdict,
        boolean complete,
        int subscriptions,
        @JsonUnwrapped AuditCounts counts,
        @JsonUnwrapped AuditViolations violations,
        @JsonUnwrapped AuditBlocks blocks) {
    /** Returns the audit of a run. Without an audit, figures that only an audit finds are absent. */
    public static Audit of(AuditResult audit) {
        Optional<AuditResult> audited = Optional.of(audit).filter(AuditResult::audited);
        AuditResult.Totals all = audit.counts();
        return new Audit(
                audit.verdict(),
                audit.complete(),
                audit.subscriptions(),
                new AuditCounts(
                        all.acknowledged(),
                        all.failed(),
                        all.aborted(),
                        all.delivered(),
                        OptionalLong.of(all.expired())),
                new AuditViolations(
                        figure(audited, each -> each.violations().lost()),
                        figure(audited, each -> each.violations().duplicated()),
                        audit.violations().reordered(),
                        figure(audited, each -> each.violations().deliveredThoughFailed()),
                        figure(audited, each -> each.violations().abortedDelivered())),
                new AuditBlocks(
                        figure(audited, each -> each.blocks().unknown()),
                        figure(audited, each -> each.blocks().redelivered()),
                        figure(audited, each -> each.blocks().differingBlocks()),
                        figure(audited, each -> each.blocks().givenUpBlocks()),
                        audited.map(each -> each.blocks().ranges()),
                        audited.map(each -> each.blocks().examples())));
    }

    /** Returns the figures as the audit found them; 0 where they are absent. */
    public AuditResult result() {
        return new AuditResult(
                !verdict.equals("off"),
                complete,
                subscriptions,
                new AuditResult.Totals(
                        counts.acknowledged, counts.failed, counts.aborted, counts.delivered, counts.expired.orElse(0)),
                new AuditResult.Violations(
                        violations.lost.orElse(0),
                        violations.duplicated.orElse(0),
                        violations.reordered,
                        violations.deliveredThoughFailed.orElse(0),
                        violations.abortedDelivered.orElse(0)),
                new AuditResult.Blocks(
                        blocks.unknown.orElse(0),
                        blocks.redelivered.orElse(0),
                        blocks.differingBlocks.orElse(0),
                        blocks.givenUpBlocks.orElse(0),
                        blocks.ranges.orElse(List.of()),
                        blocks.examples.orElse(List.of())));
    }

    private static OptionalLong figure(Optional<AuditResult> audited, ToLongFunction<AuditResult> figure) {
        return audited.stream().mapToLong(figure).findFirst();
    }

    /**
     * Numbers of messages.
     *
     * @param expired empty in a recovered result
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record AuditCounts(long acknowledged, long failed, long aborted, long delivered, OptionalLong expired) {}

    /** Numbers of messages, or of their deliveries. */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record AuditViolations(
            OptionalLong lost,
            OptionalLong duplicated,
            OptionalLong reordered,
            OptionalLong deliveredThoughFailed,
            OptionalLong abortedDelivered) {}

    /** Unknown deliveries, and where messages were delivered wrongly. */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record AuditBlocks(
            OptionalLong unknown,
            OptionalLong redelivered,
            OptionalLong differingBlocks,
            OptionalLong givenUpBlocks,
            Optional<List<AuditRange>> ranges,
            Optional<List<AuditExample>> examples) {}
}
