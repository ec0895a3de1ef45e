/**
 * From a recorded latency to a merged histogram: recorder, snapshot, merge. The only package that sees HdrHistogram.
 *
 * <p>Place in the pipeline: worker threads record, snapshots travel over {@code wire}, the coordinator merges them.
 */
@NullMarked
package dev.weir.measure;

import org.jspecify.annotations.NullMarked;
