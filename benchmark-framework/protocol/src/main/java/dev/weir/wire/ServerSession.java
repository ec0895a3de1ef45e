package dev.weir.wire;

import dev.weir.wire.Link.LinkListener;
import dev.weir.wire.WireServer.ServerSessions;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.WorkerFacts;
import java.time.Duration;
import java.util.function.Function;

/**
 * The worker's end of a session: when its connection breaks, it waits for the coordinator to come back. A session that
 * was never accepted ends with its connection.
 */
final class ServerSession extends Link {
    private final ServerSessions sessions;
    private final Function<Link, LinkListener> listeners;

    // Guarded by the lock.
    private String runId = "";
    private boolean welcome;

    // Used by the network thread.
    private long lastAttempt;

    ServerSession(ServerSessions sessions, Function<Link, LinkListener> listeners) {
        this.sessions = sessions;
        this.listeners = listeners;
    }

    @Override
    void connected(LinkHandler opened) {
        attach(opened);
        listen(listeners.apply(this));
    }

    @Override
    void disconnected(LinkHandler gone, String reason, Duration silence) {
        if (!detach(gone)) {
            return;
        }
        if (!mayGoOn()) {
            end(reason);
            return;
        }
        Duration limit = sessions.silenceLimit();
        String silent = "the coordinator was silent for " + limit.toSeconds() + " s: " + reason;
        interrupted(reason, limit.minus(silence), gone.eventLoop(), silent);
    }

    private synchronized boolean mayGoOn() {
        return welcome && !sessions.closed().get() && !(isClosing() && !hasUnconfirmed());
    }

    @Override
    void control(LinkHandler from, Message message) {
        if (message instanceof Message.Resume resume) {
            resume(from, resume);
        } else if (message instanceof Message.Leave && detach(from)) {
            from.closeNow();
            end("the coordinator has left");
        }
    }

    /** Resumes a session, on a connection over which no other message was sent. */
    private void resume(LinkHandler from, Message.Resume resume) {
        ServerSession earlier = sessions.byRun().get(resume.runId());
        if (!WorkerFacts.isThisProcess(resume.instance())) {
            from.write(Message.NotResumed.restarted());
            from.finish();
        } else if (earlier == null || earlier.isOver()) {
            from.write(new Message.NotResumed("the worker has ended the run by itself"));
            from.finish();
        } else if (detach(from)) {
            earlier.goOn(from, resume);
            end("the coordinator continues run " + resume.runId());
        }
    }

    private void goOn(LinkHandler over, Message.Resume resume) {
        over.belongsTo(this);
        // Messages of an abandoned connection can arrive after the coordinator's newer one.
        if (resume.attempt() <= lastAttempt) {
            over.closeNow();
            return;
        }
        lastAttempt = resume.attempt();
        over.allowLargeFrames();
        LinkHandler earlier = connection();
        if (attach(over, new Message.Resumed(received()), resume.received())) {
            listener().resumed();
        } else {
            over.closeNow();
        }
        if (earlier != null && earlier != over) {
            earlier.closeNow();
        }
    }

    @Override
    void sending(Message message) {
        LinkHandler open = connection();
        if (message instanceof Message.Refused refused && open != null) {
            open.noteRefusal(sessions.log(), refused.reason());
        } else if (message instanceof Message.Welcome) {
            welcome = true;
            if (open != null) {
                open.allowLargeFrames();
            }
            sessions.byRun().put(runId, this);
        }
    }

    @Override
    void hearing(LinkHandler from, Message message) {
        if (message instanceof Message.Hello hello) {
            runId = hello.runId();
        }
    }

    @Override
    public void close() {
        super.close();
        if (connection() == null && !hasUnconfirmed()) {
            end("it was closed");
        }
    }

    @Override
    void end(String reason) {
        super.end(reason);
        sessions.byRun().values().remove(this);
    }
}
