/** Creates, describes and deletes topics, and changes settings of the system: what a driver's {@link dev.weir.driver.admin.Admin} does. */
@NullMarked
package dev.weir.driver.admin;

import org.jspecify.annotations.NullMarked;
