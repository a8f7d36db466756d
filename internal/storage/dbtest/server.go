package dbtest

import (
	"database/sql"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"time"
)

var errNoPostgres = errors.New("dbtest: PostgreSQL is not installed: apt-get install postgresql (make test does it as root or with sudo)")

// postgresServer is a throwaway server on a loopback port. The kernel kills it when the
// process that started it ends.
type postgresServer struct {
	port          int
	openAdminPool func() (*sql.DB, error) // returns a pool of one connection to the database postgres
	stop          func()                  // ends the server and removes its directory; nil if another process started it
}

func (s *postgresServer) url(database string) string {
	return fmt.Sprintf("postgres://postgres@127.0.0.1:%d/%s?sslmode=disable", s.port, database)
}

// startPostgres starts a server and waits until it answers. The data of the server are in a new
// directory below parentDir.
func startPostgres(parentDir string) (*postgresServer, error) {
	bin, err := postgresProgramDir()
	if err != nil {
		return nil, err
	}
	sweepServerDirs(os.TempDir(), memoryDir)
	dir, err := os.MkdirTemp(parentDir, serverDirPrefix)
	if err != nil {
		return nil, err
	}
	cred, err := unprivilegedAccount(dir)
	if err != nil {
		return nil, err
	}
	clusterDir := filepath.Join(dir, "data")
	initCommand := exec.Command(filepath.Join(bin, "initdb"), "-D", clusterDir, "-U", "postgres", "-A", "trust", "--no-sync", "--locale=C.UTF-8", "-E", "UTF8")
	initCommand.Dir, initCommand.SysProcAttr = dir, &syscall.SysProcAttr{Credential: cred}
	if out, err := initCommand.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("dbtest: initdb: %w: %s", err, out)
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	s := serverAt(port)
	cmd := exec.Command(filepath.Join(bin, "postgres"), "-D", clusterDir, "-k", dir, "-h", "127.0.0.1", "-p", strconv.Itoa(port),
		"-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off", "-c", "max_connections=400",
		"-c", "dynamic_shared_memory_type=mmap", // keeps shared memory as files in dir, so it is removed with dir
		"-c", "wal_level=minimal", "-c", "max_wal_senders=0", "-c", "max_wal_size=128MB")
	cmd.Dir = dir
	if s.stop, err = startTiedToProcess(cmd, cred, dir); err != nil {
		return nil, err
	}
	return s, s.waitUntilReady()
}

// startTiedToProcess starts cmd so that the kernel kills it when this process ends. The kernel
// sends the signal when the starting thread ends, so the goroutine stays on its thread. stop ends
// cmd earlier and waits until dir is removed.
func startTiedToProcess(cmd *exec.Cmd, cred *syscall.Credential, dir string) (stop func(), err error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: cred, Pdeathsig: syscall.SIGKILL}
	started, removed := make(chan error), make(chan struct{})
	go func() {
		runtime.LockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			cmd.Wait()
			os.RemoveAll(dir)
			close(removed)
		}
	}()
	stop = func() {
		cmd.Process.Signal(syscall.SIGQUIT) // immediate shutdown, without a checkpoint
		<-removed
	}
	return stop, <-started
}

func (s *postgresServer) waitUntilReady() error {
	deadline := time.Now().Add(20 * time.Second)
	for {
		err := s.exec("SELECT 1")
		if err == nil || time.Now().After(deadline) {
			return err
		}
		time.Sleep(25 * time.Millisecond)
	}
}

// postgresProgramDir returns the directory of the server's programs, which is not in PATH on
// Debian.
func postgresProgramDir() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path), nil
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		return "", errNoPostgres
	}
	return filepath.Dir(slices.Max(found)), nil
}

// unprivilegedAccount returns an account for the server and gives it dir, because PostgreSQL
// refuses to run as root. If this process is not root, it returns nil.
func unprivilegedAccount(dir string) (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		if err := os.Chown(dir, uid, gid); err != nil {
			return nil, err
		}
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
	}
	return nil, errors.New("dbtest: no unprivileged account to run PostgreSQL as")
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
