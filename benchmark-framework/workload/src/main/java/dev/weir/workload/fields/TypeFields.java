package dev.weir.workload.fields;

import dev.weir.workload.SubscriptionType;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A value of {@code type} in items of {@code subscriptions}, with further fields of such items. It is a seat.
 *
 * @param fields its fields, which each item may omit
 * @param check checks the fields of an item of any type together; returns whether there is no error
 * @param read returns the type of a correct item that has the value
 */
public record TypeFields(
        String name,
        String meaning,
        List<Field<?>> fields,
        Predicate<FieldValues> check,
        Function<FieldValues, SubscriptionType> read) {}
