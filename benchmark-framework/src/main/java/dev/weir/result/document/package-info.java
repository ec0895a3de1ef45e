/**
 * A result file as records: Jackson reads them, each field under the name of its component. {@code docs/result.md} says what
 * each field means, and its unit. Lists, maps and texts that a file lacks are empty; what only some files have is an
 * {@code Optional}: a constructor checks only what a file must not lack. Objects with many fields are made of parts whose fields lie flat in the file ({@code @JsonUnwrapped}).
 */
@NullMarked
package dev.weir.result.document;

import org.jspecify.annotations.NullMarked;
