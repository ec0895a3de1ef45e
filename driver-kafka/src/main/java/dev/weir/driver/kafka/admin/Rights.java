package dev.weir.driver.kafka.admin;

import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.config.FailureRemedy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.AuthorizationException;

/**
 * Finds out what the user may not do. It asks the cluster to check the creation of a topic without creating it, and to
 * describe a topic and a group that do not exist, because the cluster refuses users before it looks for either.
 */
record Rights(Admin admin, AnswerDeadline deadline) {
    List<String> missing(String prefix) {
        String name = prefix + "doctor-0";
        List<String> missing = new ArrayList<>();
        // One replica, so that only rights decide.
        require(
                "create topics that begin with " + prefix,
                admin.createTopics(
                                List.of(new NewTopic(name, 1, (short) 1)),
                                deadline.limit(new CreateTopicsOptions().validateOnly(true)))
                        .all(),
                missing);
        require(
                "describe topics that begin with " + prefix,
                deadline.topics(admin, List.of(name)).allTopicNames(),
                missing);
        var groups = deadline.limit(new DescribeConsumerGroupsOptions());
        require(
                "read with groups that begin with " + prefix,
                admin.describeConsumerGroups(List.of(name), groups).all(),
                missing);
        return missing;
    }

    private void require(String right, Future<?> answer, List<String> missing) {
        try {
            deadline.await("find out about rights", answer);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                missing.add("may not " + right + " (" + FailureRemedy.text(e) + ")");
            }
        } catch (DriverException e) {
            missing.add("it is unknown whether the user may " + right + ": " + e.getMessage());
        }
    }
}
