package dev.weir.doctor;

/**
 * One thing that was looked at.
 *
 * @param name what it was, in a word or two
 * @param found what was found, and why that matters if it is not right
 * @param remedy what to change: the command or the setting; empty if nothing is to be changed
 */
public record Check(String name, CheckOutcome verdict, String found, String remedy) {
    public Check {
        if (remedy.isEmpty() != (verdict == CheckOutcome.OK)) {
            throw new IllegalArgumentException("what is not right needs a remedy, and nothing else does: " + name);
        }
    }

    static Check ok(String name, String found) {
        return new Check(name, CheckOutcome.OK, found, "");
    }

    static Check warn(String name, String found, String remedy) {
        return new Check(name, CheckOutcome.WARN, found, remedy);
    }

    static Check fail(String name, String found, String remedy) {
        return new Check(name, CheckOutcome.FAIL, found, remedy);
    }
}
