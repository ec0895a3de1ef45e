/**
 * The board: a static site of many results, whose page is {@link dev.weir.report.board.Board}.
 */
@NullMarked
package dev.weir.report.board;

import org.jspecify.annotations.NullMarked;
