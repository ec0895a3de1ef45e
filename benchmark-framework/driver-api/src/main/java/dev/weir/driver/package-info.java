/**
 * The contract between the benchmark and the systems that it drives. It uses JDK types only, so that a driver can be in
 * a jar of its own and needs nothing else of the framework. It begins with {@link dev.weir.driver.DriverFactory} and
 * {@link dev.weir.driver.Driver}. The packages below belong to the contract, but for {@code loading}, which finds
 * drivers, and {@code none}, which is one.
 *
 * <p>Place in the pipeline: {@code worker} opens producers and consumers, {@code coordinator} opens the administration.
 * A driver is added by a jar with a {@link dev.weir.driver.DriverFactory} that is registered for
 * {@link java.util.ServiceLoader}: one that a person names with {@code --driver-path} or drops into the folder
 * {@code drivers} gets a class loader of its own, see {@code loading.DriverPath}. Nothing read from a driver file or
 * the network makes the framework load a class.
 *
 * <p>Jars that were made for another tool are driven through {@link dev.weir.driver.ForeignDrivers}.
 *
 * <p>If the topics of a system have no partitions, the driver reports one partition, 0. If the system has no offsets,
 * the driver reports any number that grows in the order of storage.
 */
@NullMarked
package dev.weir.driver;

import org.jspecify.annotations.NullMarked;
