package dev.weir.workload.fields.campaign;

import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import java.util.List;

/**
 * A field and its successive values.
 *
 * @param changes one for each value, all of the same field; at least one
 */
public record Dimension(List<FieldChange> changes) {
    public Dimension {
        changes = List.copyOf(changes);
        if (changes.isEmpty()) {
            throw new IllegalArgumentException("a dimension must have at least one value, got none");
        }
    }

    public String path() {
        return changes.get(0).path();
    }

    public int line() {
        return changes.get(0).line();
    }

    /** Returns whether both change the same field, or one changes a part of the other's field. */
    public boolean meets(FieldChange other, FieldTable table) {
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
