package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"

	"colloquy/internal/config"
)

// firstPassedDescriptor is the first file descriptor of a socket that systemd passes
// (sd_listen_fds).
const firstPassedDescriptor = 3

// openListener returns the socket that systemd has passed to this process. Without one it
// listens at the configured address. systemd keeps a passed socket open while the service
// restarts, so that no connection is refused.
func openListener(c config.Config) (net.Listener, error) {
	pid, count := os.Getenv("LISTEN_PID"), os.Getenv("LISTEN_FDS")
	// Child processes must not use the socket, so they must not see these variables.
	if err := errors.Join(os.Unsetenv("LISTEN_PID"), os.Unsetenv("LISTEN_FDS")); err != nil {
		return nil, err
	}
	if pid != strconv.Itoa(os.Getpid()) {
		l, err := net.Listen("tcp", c.Addr)
		if err != nil {
			return nil, fmt.Errorf("cannot listen on %s: %w; choose another address with --addr", c.Addr, err)
		}
		return l, nil
	}
	if count != "1" {
		return nil, fmt.Errorf("the socket unit passes %s sockets; list one address in it", count)
	}
	file := os.NewFile(firstPassedDescriptor, "socket of systemd")
	defer file.Close()
	l, err := net.FileListener(file)
	if err != nil {
		return nil, fmt.Errorf("the socket that systemd passes cannot be used: %w", err)
	}
	return l, nil
}
