package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"colloquy/bench/proc"
	"colloquy/internal/storage"
)

// replicaCount is the number of replicas.
const replicaCount = 3

// cluster is the replicas and the proxy in front of them.
type cluster struct {
	*services
	serverBinary string // the server's binary
	replicas     [replicaCount]*replica
	proxy        *proc.Process
	url          string      // of the proxy
	db           *storage.DB // reads the database of the replicas
}

// replica is one server. After each stop a new process starts with the same data directory.
type replica struct {
	name, addr, dataDir string
	process             *proc.Process
	// nodeID is the id that the data directory stores. In the rows of the replica's replies, the
	// column owner begins with nodeID.
	nodeID string
}

// startCluster starts the replicas at the same moment, and then the proxy. After an error it stops
// what it has started.
func startCluster(ctx context.Context, o options, s *services) (c *cluster, err error) {
	c = &cluster{services: s, serverBinary: o.serverBinary, url: "http://" + s.proxyAddr}
	defer func() {
		if err != nil {
			c.stop()
		}
	}()
	for i := range c.replicas {
		name := fmt.Sprint("replica", i+1)
		r := &replica{name: name, dataDir: filepath.Join(s.dir, name)}
		c.replicas[i] = r
		if r.addr, err = proc.FreeAddr(); err != nil {
			return c, err
		}
		if err = c.startReplica(r); err != nil {
			return c, err
		}
	}
	for _, r := range c.replicas {
		if err := r.waitUntilReady(ctx); err != nil {
			return c, err
		}
	}
	if c.db, err = storage.Open(ctx, storage.Options{URL: s.databaseURL, DataDir: filepath.Join(s.dir, "reader")}); err != nil {
		return c, err
	}
	return c, c.startProxy(ctx, o)
}

func (c *cluster) startReplica(r *replica) (err error) {
	settings := append([]string{"COLLOQUY_ADDR=" + r.addr, "COLLOQUY_DATA_DIR=" + r.dataDir}, c.settings...)
	r.process, err = startProgramWithLog(c.dir, r.name, settings, c.serverBinary, "serve")
	return err
}

// waitUntilReady waits until the replica reports that it is ready, and sets nodeID.
func (r *replica) waitUntilReady(ctx context.Context) error {
	if _, err := r.process.WaitUntilReady(ctx, "http://"+r.addr+"/readyz"); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(r.dataDir, "node"))
	r.nodeID, _, _ = strings.Cut(strings.TrimSpace(string(text)), " ")
	return err
}

// startAgain starts a replica that has ended, and returns the time until it is ready.
func (c *cluster) startAgain(ctx context.Context, r *replica) (time.Duration, error) {
	start := time.Now()
	if err := c.startReplica(r); err != nil {
		return 0, err
	}
	err := r.waitUntilReady(ctx)
	return time.Since(start), err
}

// appUpstream is the address to which the Caddyfile forwards requests.
const appUpstream = "app:8080"

// healthCheckLines follows the addresses of the replicas in the Caddyfile and begins their block.
// docs/operations.md, Several processes, requires these health checks for several upstreams.
const healthCheckLines = " {\n\t\thealth_uri /readyz\n\t\thealth_interval 1s\n"

// startProxy starts Caddy with a copy of the Caddyfile in o.deployDir. The copy names the replicas
// instead of appUpstream. If the Caddyfile does not have exactly one block of appUpstream,
// startProxy returns an error.
func (c *cluster) startProxy(ctx context.Context, o options) error {
	text, err := os.ReadFile(filepath.Join(o.deployDir, "Caddyfile"))
	if err != nil {
		return err
	}
	if strings.Count(string(text), appUpstream+" {\n") != 1 {
		return errors.New("the Caddyfile has no block of " + appUpstream)
	}
	upstreams := make([]string, replicaCount)
	for i, r := range c.replicas {
		upstreams[i] = r.addr
	}
	const global = "{\n\tadmin off\n\tdefault_bind 127.0.0.1\n}\n"
	path := filepath.Join(c.dir, "Caddyfile")
	if err := os.WriteFile(path, []byte(global+strings.Replace(string(text), appUpstream+" {\n", strings.Join(upstreams, " ")+healthCheckLines, 1)), 0o600); err != nil {
		return err
	}
	settings := []string{"DOMAIN=http://" + c.proxyAddr, "XDG_DATA_HOME=" + c.dir, "XDG_CONFIG_HOME=" + c.dir}
	if c.proxy, err = startProgramWithLog(c.dir, "caddy", settings, o.caddyBinary, "run", "--config", path, "--adapter", "caddyfile"); err != nil {
		return err
	}
	_, err = c.proxy.WaitUntilReady(ctx, c.url+"/healthz")
	return err
}

func (c *cluster) stop() {
	if c.proxy != nil {
		c.proxy.Stop()
	}
	if c.db != nil {
		_ = c.db.Close() // c only reads from the database, so no write can be lost
	}
	for _, r := range c.replicas {
		if r != nil && r.process != nil {
			r.process.Kill()
		}
	}
}
