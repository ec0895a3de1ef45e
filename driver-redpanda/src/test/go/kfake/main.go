// A server that speaks Kafka's protocol and shares no code with Apache Kafka: kfake, of the franz-go client. It keeps
// topics in memory, prints its addresses as one line, and ends when its standard input does, which is when whoever
// started it is no more.
package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/twmb/franz-go/pkg/kversion"
)

func main() {
	// Of before Kafka 4, as Redpanda's are. With the transactions of Kafka 4, kfake takes the commit of a producer that
	// was fenced for a repetition of its abort, and answers INVALID_TXN_STATE where Kafka says that it is fenced.
	versions := kversion.V3_9_0()
	// From version 5 on the answer is to hold the topic's settings. kfake leaves them out, and Kafka's Java client fails.
	versions.SetMaxKeyVersion(kmsg.CreateTopics.Int16(), 4)
	// Without it clients describe topics by metadata, as they do with Redpanda.
	versions.SetMaxKeyVersion(kmsg.DescribeTopicPartitions.Int16(), -1)
	isRedpanda := len(os.Args) > 2 && os.Args[2] == "redpanda-23.1"
	if isRedpanda {
		versions = versions231()
	}
	options := []kfake.Opt{kfake.NumBrokers(1), kfake.MaxVersions(versions)}
	if len(os.Args) > 1 {
		options = append(options, kfake.ClusterID(os.Args[1]))
	}
	cluster, err := kfake.NewCluster(options...)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if isRedpanda {
		ignoreProperties(cluster)
	}
	fmt.Println(strings.Join(cluster.ListenAddrs(), ","))
	io.Copy(io.Discard, os.Stdin)
	cluster.Close()
}
