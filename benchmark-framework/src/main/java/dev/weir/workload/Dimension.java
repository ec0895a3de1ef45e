package dev.weir.workload;

import java.util.List;

/**
 * A field and the values that it takes one after the other.
 *
 * @param changes one for each value, all of the same field; at least one
 */
record Dimension(List<FieldChange> changes) {
    Dimension {
        changes = List.copyOf(changes);
        if (changes.isEmpty()) {
            throw new IllegalArgumentException("a dimension must have at least one value, got none");
        }
    }

    /** Of the field. */
    String path() {
        return changes.get(0).path();
    }

    int line() {
        return changes.get(0).line();
    }

    /** Whether both change the same field, or one a part of what the other changes. */
    boolean meets(FieldChange other, FieldTable table) {
        return meets(path(), other.path()) || (!other.isOfDriver() && sameThing(other.top(), table));
    }

    private boolean sameThing(String otherTop, FieldTable table) {
        Field<?> field = table.fields().get(changes.get(0).top());
        return field != null && table.spellings(field).contains(otherTop) && !path().contains(".");
    }

    private static boolean meets(String one, String other) {
        return one.equals(other) || one.startsWith(other + ".") || other.startsWith(one + ".");
    }
}
