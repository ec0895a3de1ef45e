/**
 * What is sampled beside the load: what the instrument's processes used, what held them up, what their hosts are and what
 * these had left.
 *
 * <p>Place in the pipeline: a worker tells its host's facts and calibration when it is greeted, and an observation with each
 * snapshot; the coordinator adds up those of the measurement and judges them. {@code bin/benchmark doctor} judges the
 * facts. What the hosts of the system tell is sampled by the coordinator while the load runs.
 *
 * <p>May import of ours: {@code clock}, {@code measure}, {@code driver}.
 */
@NullMarked
package dev.weir.observe;

import org.jspecify.annotations.NullMarked;
