package dev.weir.audit;

/** Running sums of an audit. */
final class AuditTally {
    long acknowledged;
    long failed;
    long delivered;
    long lost;
    long duplicated;
    long deliveredThoughFailed;

    void add(AuditTally other) {
        acknowledged += other.acknowledged;
        failed += other.failed;
        delivered += other.delivered;
        lost += other.lost;
        duplicated += other.duplicated;
        deliveredThoughFailed += other.deliveredThoughFailed;
    }
}
