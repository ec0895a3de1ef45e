package dev.weir.cli.option;

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
            converter = FormConverter.class,
            description = "Form of what is printed: text, json, markdown (for a page or a comment) or csv (default: "
                    + "${DEFAULT-VALUE})")
    private Form form = Form.TEXT;

    enum Form {
        TEXT,
        JSON,
        MARKDOWN,
        CSV
    }

    /** Reads a form in lower case. */
    static final class FormConverter implements ITypeConverter<Form> {
        @Override
        public Form convert(String text) {
            return Stream.of(Form.values())
                    .filter(form -> form.name().toLowerCase(Locale.ROOT).equals(text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("must be text, json, markdown or csv, got " + text));
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
