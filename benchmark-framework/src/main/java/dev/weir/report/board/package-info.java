/**
 * The board: a static site of many results, whose page is {@link dev.weir.report.board.Board}.
 *
 * <p>May import of {@code report}: its own classes, {@code report.compare}, {@code report.html.run}, {@code
 * report.html.section} and {@code report.html.tag}.
 */
@NullMarked
package dev.weir.report.board;

import org.jspecify.annotations.NullMarked;
