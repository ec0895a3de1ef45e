/** Changes of the members of consumer groups under load: their plan, their record and their effects. */
@NullMarked
package dev.weir.feature.members;

import org.jspecify.annotations.NullMarked;
