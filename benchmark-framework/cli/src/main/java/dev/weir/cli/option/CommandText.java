package dev.weir.cli.option;

import dev.weir.driver.DriverFactory;
import dev.weir.driver.loading.Drivers;
import dev.weir.workload.text.Secrets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The command line of a process for results: as a person can type it, but without secrets. It is made of the parsed
 * options, so it does not matter how an option was written.
 *
 * @param documented properties of clients that are no secrets
 */
public record CommandText(ParseResult parsed, Set<String> documented) {
    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./\\[\\]{}~-]+");

    public static String of(CommandLine command, Drivers drivers) {
        Set<String> documented = drivers.all().stream()
                .map(DriverFactory::documentedProperties)
                .flatMap(Set::stream)
                .collect(Collectors.toSet());
        var text = new CommandText(command.getParseResult(), documented);
        List<String> words =
                new ArrayList<>(List.of("bin/" + command.getCommandSpec().qualifiedName()));
        new LinkedHashSet<>(text.parsed.matchedArgs()).forEach(each -> text.add(each, words));
        return String.join(" ", words);
    }

    private void add(ArgSpec argument, List<String> words) {
        List<String> values = argument.originalStringValues();
        if (!(argument instanceof OptionSpec option)) {
            values.forEach(value -> words.add(quoted(Secrets.word(value))));
        } else if (option.arity().max() == 0 || values.isEmpty()) {
            words.add(name(option));
        } else {
            for (String value : values) {
                words.add(name(option));
                words.add(quoted(shown(option, value)));
            }
        }
    }

    /** Returns the name that the person used; picocli does not keep it. */
    private String name(OptionSpec option) {
        return parsed.originalArgs().stream()
                .flatMap(word ->
                        Stream.of(option.names()).filter(name -> word.equals(name) || word.startsWith(name + "=")))
                .findFirst()
                .orElse(option.longestName());
    }

    private String shown(OptionSpec option, String value) {
        boolean isProperty = option.longestName().equals(BrokerOptions.PROPERTY);
        boolean isField = option.longestName().equals(CampaignOptions.SET);
        int sign = value.indexOf('=');
        if (!(isProperty || isField) || sign < 0) {
            return Secrets.word(value);
        }
        String name = value.substring(0, sign).strip();
        String text = value.substring(sign + 1);
        return Secrets.text(name) + "="
                + (isProperty ? Secrets.ofProperty(name, text, documented) : Secrets.ofField(name, text, documented));
    }

    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
