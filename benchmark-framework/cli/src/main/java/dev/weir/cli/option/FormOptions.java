package dev.weir.cli.option;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Option for other forms of a table than the one for a terminal. */
public final class FormOptions {
    @Option(
            names = "--format",
            paramLabel = "FORM",
            defaultValue = "text",
            converter = FormNames.class,
            completionCandidates = FormNames.class,
            description = "Form of what is printed: text, json, markdown (for a page or a comment) or csv (default: "
                    + "${DEFAULT-VALUE})")
    private Form form = Form.TEXT;

    enum Form {
        TEXT,
        JSON,
        MARKDOWN,
        CSV
    }

    /** Converts names of forms, which are in lower case. */
    static final class FormNames implements ITypeConverter<Form>, Iterable<String> {
        @Override
        public Form convert(String text) {
            return Stream.of(Form.values())
                    .filter(form -> name(form).equals(text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("must be text, json, markdown or csv, got " + text));
        }

        @Override
        public Iterator<String> iterator() {
            return Stream.of(Form.values()).map(FormNames::name).iterator();
        }

        private static String name(Form form) {
            return form.name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the lines in the form that a person asked for; only that supplier is called. */
    public List<String> lines(
            Supplier<List<String>> text,
            Supplier<List<String>> markdown,
            Supplier<List<String>> csv,
            Supplier<String> json) {
        return switch (form) {
            case TEXT -> text.get();
            case JSON -> List.of(json.get());
            case MARKDOWN -> markdown.get();
            case CSV -> csv.get();
        };
    }
}
