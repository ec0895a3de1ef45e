package dev.weir.driver.exception;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * The text of a failure with all its causes. Client libraries often wrap the cause that a person can act on, such as an
 * expired certificate, into exceptions that only report that something failed.
 */
public final class FailureText {
    private static final int MAX_CAUSES = 12;
    private static final String BETWEEN = "; caused by ";

    /** Exceptions that only carry another one. */
    private static final Set<Class<?>> CARRIERS = Set.of(
            ExecutionException.class,
            CompletionException.class,
            InvocationTargetException.class,
            UndeclaredThrowableException.class);

    private FailureText() {}

    /** Returns the message of a failure, then those of its causes that no message before them contains. */
    public static String of(Throwable failure) {
        var text = new StringBuilder();
        for (Throwable each : chain(failure)) {
            String own = text(each);
            String name = each.getClass().getSimpleName() + ": ";
            boolean isNew = text.indexOf(own.startsWith(name) ? own.substring(name.length()) : own) < 0;
            if (isNew && !(CARRIERS.contains(each.getClass()) && each.getCause() != null)) {
                text.append(text.isEmpty() ? "" : BETWEEN).append(own);
            }
        }
        return text.toString();
    }

    /** Returns a failure and its causes, from the outside in. */
    public static List<Throwable> chain(Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        Throwable next = failure;
        while (next != null && chain.size() < MAX_CAUSES) {
            chain.add(next);
            next = next.getCause();
        }
        return chain;
    }

    /** Returns one message; with the name of its class, unless the message was written for a person. */
    private static String text(Throwable failure) {
        String name = failure.getClass().getSimpleName();
        if (failure.getMessage() == null || failure.getMessage().isBlank()) {
            return name;
        }
        String sentence = failure.getMessage().strip().replaceFirst("[.]$", "");
        // Weir's own exceptions, of all modules.
        boolean isForPeople = failure.getClass().getName().startsWith("dev.weir.");
        return isForPeople ? sentence : name + ": " + sentence;
    }
}
