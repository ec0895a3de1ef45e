package main

import (
	"slices"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/twmb/franz-go/pkg/kversion"
)

// The highest version of each request that a Redpanda 23.1.7 reported. There is no DescribeCluster, no DeleteRecords, no
// topic id, no feature, and no group of KIP-848 or of share consumers.
var redpanda231 = map[int16]int16{
	kmsg.Produce.Int16():         7,
	kmsg.Fetch.Int16():           11,
	kmsg.ListOffsets.Int16():     4,
	kmsg.Metadata.Int16():        7,
	kmsg.OffsetCommit.Int16():    8,
	kmsg.OffsetFetch.Int16():     7,
	kmsg.FindCoordinator.Int16(): 3,
	kmsg.JoinGroup.Int16():       6,
	kmsg.Heartbeat.Int16():       4,
	kmsg.LeaveGroup.Int16():      4,
	kmsg.SyncGroup.Int16():       4,
	kmsg.DescribeGroups.Int16():  5,
	kmsg.ListGroups.Int16():      3,
	kmsg.SASLHandshake.Int16():   1,
	kmsg.ApiVersions.Int16():     3,
	// Redpanda has 6. From version 5 on, the answer has to contain the topic's settings, which kfake leaves out.
	kmsg.CreateTopics.Int16():              4,
	kmsg.DeleteTopics.Int16():              5,
	kmsg.InitProducerID.Int16():            3,
	kmsg.OffsetForLeaderEpoch.Int16():      4,
	kmsg.AddPartitionsToTxn.Int16():        3,
	kmsg.AddOffsetsToTxn.Int16():           1,
	kmsg.EndTxn.Int16():                    3,
	kmsg.TxnOffsetCommit.Int16():           3,
	kmsg.DescribeACLs.Int16():              2,
	kmsg.CreateACLs.Int16():                2,
	kmsg.DeleteACLs.Int16():                2,
	kmsg.DescribeConfigs.Int16():           4,
	kmsg.AlterConfigs.Int16():              2,
	kmsg.DescribeLogDirs.Int16():           2,
	kmsg.SASLAuthenticate.Int16():          2,
	kmsg.CreatePartitions.Int16():          3,
	kmsg.DeleteGroups.Int16():              2,
	kmsg.IncrementalAlterConfigs.Int16():   1,
	kmsg.AlterPartitionAssignments.Int16(): 0,
	kmsg.OffsetDelete.Int16():              0,
	kmsg.DescribeProducers.Int16():         0,
	kmsg.DescribeTransactions.Int16():      0,
	kmsg.ListTransactions.Int16():          0,
}

// The properties that a Redpanda 23.1.7 reported for a topic. It accepted others, and ignored them.
var properties231 = []string{
	"compression.type", "cleanup.policy", "max.message.bytes", "message.timestamp.type", "retention.bytes",
	"retention.ms", "retention.local.target.bytes", "retention.local.target.ms", "segment.bytes", "segment.ms",
	"redpanda.remote.read", "redpanda.remote.write", "redpanda.remote.delete",
}

func versions231() *kversion.Versions {
	versions := new(kversion.Versions)
	for key, version := range redpanda231 {
		versions.SetMaxKeyVersion(key, version)
	}
	return versions
}

// Lets the cluster ignore properties of topics as Redpanda 23.1.7 did.
func ignoreProperties(cluster *kfake.Cluster) {
	cluster.ControlKey(kmsg.CreateTopics.Int16(), func(request kmsg.Request) (kmsg.Response, error, bool) {
		topics := request.(*kmsg.CreateTopicsRequest).Topics
		for t := range topics {
			topics[t].Configs = slices.DeleteFunc(topics[t].Configs, func(each kmsg.CreateTopicsRequestTopicConfig) bool {
				return !slices.Contains(properties231, each.Name)
			})
		}
		return nil, nil, false
	})
	cluster.ControlKey(kmsg.DescribeConfigs.Int16(), func(request kmsg.Request) (kmsg.Response, error, bool) {
		resources := request.(*kmsg.DescribeConfigsRequest).Resources
		for r := range resources {
			if resources[r].ResourceType == kmsg.ConfigResourceTypeTopic {
				resources[r].ConfigNames = properties231
			}
		}
		return nil, nil, false
	})
}
