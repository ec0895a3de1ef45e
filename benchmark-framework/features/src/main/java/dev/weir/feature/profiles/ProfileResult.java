package dev.weir.feature.profiles;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.result.value.Moment;
import java.util.Optional;

/**
 * The recording of a process by JDK Flight Recorder.
 *
 * @param process name of the recorded process
 * @param file name of the recording beside the result; empty if there is none
 * @param begin of the part of the run that is profiled, by the clock of the process
 * @param end of that part: events before and after are in the file, but count in no profile
 * @param missing why there is no profile; empty if there is one
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ProfileResult(
        String process, Optional<String> file, Optional<Moment> begin, Optional<Moment> end, Optional<String> missing) {

    /** Creates the result of a process whose recording does not cover the part that was to be profiled. */
    public static ProfileResult unused(String process, String file, String why) {
        return new ProfileResult(process, Optional.of(file), Optional.empty(), Optional.empty(), Optional.of(why));
    }

    public static ProfileResult missing(String process, String why) {
        return new ProfileResult(process, Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(why));
    }
}
