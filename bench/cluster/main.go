// Command cluster checks that several processes of the server serve together. It starts on
// 127.0.0.1:
//
//   - PostgreSQL, Redis, a bucket and a model server
//   - three replicas of the built server with the settings of deploy/compose.yaml
//   - Caddy with deploy/Caddyfile in front of the replicas
//
// First it restarts the replicas in turn while users read replies. Then it sends each of many
// messages to two replicas at the same moment. The exit status is 1 after an error or if a
// condition of docs/performance.md, Cluster, is broken.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"colloquy/bench/people"
	"colloquy/internal/storage"
)

// options are the command-line flags.
type options struct {
	serverBinary, caddyBinary, deployDir string
	onlyScenario                         string
	streamCount, restartCount            int
	doubleSendCount                      int
	pieceCount                           int
	pieceInterval                        time.Duration
}

// Names of the scenarios, which are values of the flag -only.
const (
	rollingScenario = "rolling"
	doubleScenario  = "double"
)

// doubleSendsPerUser is the number of messages of each user in the double scenario. Each is sent twice,
// and the server allows a user 20 sends a minute.
const doubleSendsPerUser = 10

var errConditionBroken = errors.New("a condition is broken")

func parseOptions() options {
	var o options
	flag.StringVar(&o.serverBinary, "server", "bin/colloquy", "the server's binary")
	flag.StringVar(&o.caddyBinary, "caddy", "caddy", "Caddy's binary")
	flag.StringVar(&o.deployDir, "deploy", "deploy", "directory with compose.yaml and Caddyfile")
	flag.StringVar(&o.onlyScenario, "only", "", "one scenario alone: rolling or double")
	flag.IntVar(&o.streamCount, "streams", 500, "how many users read a reply at the same time during the restarts")
	flag.IntVar(&o.restartCount, "restarts", 20, "how many restarts, every fourth by SIGKILL")
	flag.IntVar(&o.doubleSendCount, "pairs", 10_000, "how many messages are sent twice at once")
	flag.IntVar(&o.pieceCount, "pieces", 40, "pieces of a reply during the restarts")
	flag.DurationVar(&o.pieceInterval, "every", 250*time.Millisecond, "time between two pieces")
	flag.Parse()
	return o
}

func main() {
	run := func() error {
		if len(os.Args) > 1 && (os.Args[1] == roleModel || os.Args[1] == roleBucket) {
			return runRole(os.Args[1:])
		}
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		return runScenarios(ctx, parseOptions())
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "cluster:", err)
		os.Exit(1)
	}
}

// runScenarios runs the scenarios in a temporary directory. After a failure the directory with
// the logs of all processes is kept.
func runScenarios(ctx context.Context, o options) error {
	dir, err := os.MkdirTemp("", "colloquy-cluster-")
	if err != nil {
		return err
	}
	if err := runInDir(ctx, o, dir); err != nil {
		return fmt.Errorf("%w; the logs of the processes are in %s", err, dir)
	}
	return os.RemoveAll(dir)
}

func runInDir(ctx context.Context, o options, dir string) (err error) {
	s, err := startServices(o, dir)
	if err != nil {
		return err
	}
	defer s.stop()
	fmt.Println("registering users")
	users, err := people.Register(ctx, storage.Options{URL: s.databaseURL, DataDir: filepath.Join(dir, "register")}, o.streamCount+(o.doubleSendCount+doubleSendsPerUser-1)/doubleSendsPerUser)
	if err != nil {
		return err
	}
	c, err := startCluster(ctx, o, s)
	if err != nil {
		return err
	}
	defer c.stop()
	if err := people.OpenConversations(ctx, c.url, users); err != nil {
		return err
	}
	allConditionsHold := true
	if o.onlyScenario != doubleScenario {
		ok, err := c.runRollingRestarts(ctx, o, users[:o.streamCount])
		if err != nil {
			return err
		}
		allConditionsHold = allConditionsHold && ok
	}
	if o.onlyScenario != rollingScenario {
		ok, err := c.runDoubleSends(ctx, o.doubleSendCount, users[o.streamCount:])
		if err != nil {
			return err
		}
		allConditionsHold = allConditionsHold && ok
	}
	if !allConditionsHold {
		return errConditionBroken
	}
	return nil
}
