package dev.weir.worker;

import dev.weir.driver.profile.FlightRecording;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.WorkerFacts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Records a worker's process when the coordinator requests it, and sends the recording. Used by the session's thread. */
final class ProfileSender implements AutoCloseable {
    /** Most bytes of a recording in one message. */
    private static final int PART_BYTES = 1 << 20;

    private @Nullable FlightRecording recording;
    private boolean wanted;

    /** Begins to record, unless the coordinator runs in this process: then the coordinator records it. */
    void begin(Message.RecordProfile ask) {
        close();
        if (!WorkerFacts.isThisProcess(ask.instance())) {
            recording = FlightRecording.begin();
        }
    }

    /** The coordinator wants the recording: {@link #send} will send it. */
    void want() {
        wanted = true;
    }

    /** Ends the recording, and sends it if it is wanted. Called after all figures are sent, which are needed more. */
    void send(Consumer<Message> link) {
        if (!wanted) {
            return;
        }
        String failure = recording == null
                ? "the worker was not asked to record it before the run ended"
                : recording.end(all -> send(all, link));
        close();
        link.accept(new Message.ProfilePart(ByteBuffer.allocate(0), true, failure));
    }

    private static void send(InputStream all, Consumer<Message> link) throws IOException {
        long left = FlightRecording.MAX_SENT_BYTES;
        for (byte[] bytes = all.readNBytes(PART_BYTES); bytes.length > 0; bytes = all.readNBytes(PART_BYTES)) {
            left -= bytes.length;
            if (left < 0) {
                throw new IOException("it has more than " + FlightRecording.MAX_SENT_BYTES + " bytes");
            }
            link.accept(new Message.ProfilePart(ByteBuffer.wrap(bytes), false, ""));
        }
    }

    @Override
    public void close() {
        if (recording != null) {
            recording.close();
            recording = null;
        }
    }
}
