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

// openListener returns the socket that systemd has passed to this process. systemd keeps this
// socket open while the service restarts, so that no connection is refused. Without a passed
// socket, openListener listens at the configured address. If a passed socket has another address
// than the configured one, warning says so. Rule operations-socket.
func openListener(c config.Config) (l net.Listener, warning string, err error) {
	pid, count := os.Getenv("LISTEN_PID"), os.Getenv("LISTEN_FDS")
	// Child processes must not use the socket, so they must not see these variables.
	if err := errors.Join(os.Unsetenv("LISTEN_PID"), os.Unsetenv("LISTEN_FDS")); err != nil {
		return nil, "", err
	}
	if pid != strconv.Itoa(os.Getpid()) {
		l, err := net.Listen("tcp", c.Addr)
		if err != nil {
			return nil, "", fmt.Errorf("cannot listen on %s: %w; choose another address with COLLOQUY_ADDR or --addr", c.Addr, err)
		}
		return l, "", nil
	}
	if count != "1" {
		return nil, "", fmt.Errorf("the socket unit passes %s sockets; list one address in it", count)
	}
	file := os.NewFile(firstPassedDescriptor, "socket of systemd")
	defer file.Close()
	if l, err = net.FileListener(file); err != nil {
		return nil, "", fmt.Errorf("the socket that systemd passes cannot be used: %w", err)
	}
	return l, otherAddressWarning(c.Addr, l.Addr()), nil
}

// otherAddressWarning returns a warning if the address of the passed socket differs from the
// configured address, else "". The server uses the configured address to decide whether other
// machines can reach it. For example, the payment sandbox depends on that decision.
func otherAddressWarning(configured string, passed net.Addr) string {
	want, err := net.ResolveTCPAddr("tcp", configured)
	got, isTCP := passed.(*net.TCPAddr)
	if err == nil && isTCP && want.Port == got.Port && sameHost(want.IP, got.IP) {
		return ""
	}
	return fmt.Sprintf("systemd passes the socket %s, which is used, but COLLOQUY_ADDR is %s: whether others can reach the service is judged by COLLOQUY_ADDR. Set it to the ListenStream of the socket unit.", passed, configured)
}

// sameHost reports whether two addresses to listen on are the same. A nil address means all
// addresses of the machine.
func sameHost(a, b net.IP) bool {
	coversAllAddresses := func(ip net.IP) bool { return len(ip) == 0 || ip.IsUnspecified() }
	return a.Equal(b) || coversAllAddresses(a) && coversAllAddresses(b)
}
