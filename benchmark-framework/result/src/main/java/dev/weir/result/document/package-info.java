/**
 * A result file as records: Jackson reads them, each field under the name of its component. {@code docs/result.md}
 * defines each field and its unit. Lists, maps and texts that a file lacks are empty; fields that only some files have
 * are {@code Optional}: a constructor checks only fields that each file must have. Objects with many fields are made of
 * parts whose fields lie flat in the file ({@code @JsonUnwrapped}).
 */
@NullMarked
package dev.weir.result.document;

import org.jspecify.annotations.NullMarked;
