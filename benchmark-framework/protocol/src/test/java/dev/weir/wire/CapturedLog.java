package dev.weir.wire;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.awaitility.Awaitility;

/** What a class writes into the log while this is open. */
public final class CapturedLog implements AutoCloseable {
    private final Logger logger;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final AbstractAppender appender = new AbstractAppender("captured", null, null, true, Property.EMPTY_ARRAY) {
        @Override
        public void append(LogEvent event) {
            lines.add(event.getMessage().getFormattedMessage() + (event.getThrown() == null ? "" : event.getThrown()));
        }
    };

    /** Of the class's own logger, from INFO on. */
    public CapturedLog(Class<?> source) {
        logger = (Logger) LogManager.getLogger(source);
        logger.setLevel(Level.INFO);
        appender.start();
        logger.addAppender(appender);
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }

    /** Waits for a line with these words. */
    public String await(String words) {
        return Awaitility.await()
                .until(() -> lines.stream().filter(line -> line.contains(words)).findFirst(), line -> line.isPresent())
                .orElseThrow();
    }

    @Override
    public void close() {
        logger.removeAppender(appender);
        appender.stop();
    }
}
