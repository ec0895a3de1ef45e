package dev.weir.report.compare;

import dev.weir.report.compare.ComparisonRemark.Weight;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.stored.StoredResult;
import java.util.List;
import java.util.Optional;

/**
 * Finds one cluster that was measured as two systems. Two settings of one system on one cluster are a usual comparison,
 * and so is a cluster before and after a change.
 */
public final class OneCluster implements Gate {
    @Override
    public List<ComparisonRemark> remarks(RunGroup a, RunGroup b, ComparisonRules rules) {
        StoredResult ofA = a.runs().get(0).result();
        StoredResult ofB = b.runs().get(0).result();
        Optional<String> cluster = ofA.systemFact("cluster.id");
        if (cluster.isEmpty() || !cluster.equals(ofB.systemFact("cluster.id"))) {
            return List.of();
        }
        boolean sameSystem = ofA.systemFact("system").equals(ofB.systemFact("system"))
                && driver(ofA).equals(driver(ofB));
        String nameOfA = ofA.driver().orElse("unnamed");
        String nameOfB = ofB.driver().orElse("unnamed");
        boolean differ = nameOfA.equals(nameOfB)
                || !FileGate.differences(ofA, ofB).isEmpty()
                || !DurabilityGate.differences(ofA, ofB).isEmpty();
        if (sameSystem && differ) {
            return List.of();
        }
        String text = text(cluster.get(), nameOfA, nameOfB, sameSystem);
        return rules.differs().contains(field(sameSystem))
                ? List.of(new ComparisonRemark(Weight.NOTE, text))
                : List.of(new ComparisonRemark(Weight.REFUSED, text).refusedBy(ReviewCode.ONE_CLUSTER));
    }

    private static Optional<String> driver(StoredResult result) {
        return result.driverFile().map(file -> String.valueOf(file.get("driver")));
    }

    /** Returns the field that {@code --differs} names if a cluster is to be compared with itself. */
    public static String field(boolean sameDriver) {
        return sameDriver ? "name" : "driver";
    }

    public static String text(String cluster, String one, String other, boolean sameDriver) {
        return one + " and " + other + " are one cluster (cluster.id " + cluster + "), "
                + (sameDriver ? "with equal settings" : "measured as two systems")
                + "; if that is meant, add --differs " + field(sameDriver);
    }
}
