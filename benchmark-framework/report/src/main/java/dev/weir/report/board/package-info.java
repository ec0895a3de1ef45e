/** The board: a static site of many results, made by {@link dev.weir.report.board.Board}. */
@NullMarked
package dev.weir.report.board;

import org.jspecify.annotations.NullMarked;
