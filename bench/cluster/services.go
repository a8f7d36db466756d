package main

import (
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"colloquy/bench/proc"
	"colloquy/internal/storage/dbtest"
)

// proxyNetwork is the network from which the proxy calls. In the settings it replaces the network
// of the containers.
const proxyNetwork = "127.0.0.1/32"

// services are the processes that the replicas need, and the settings that point to them.
type services struct {
	dir          string
	proxyAddr    string
	settings     []string // settings of a replica, without its address and data directory
	databaseURL  string
	gracePeriod  time.Duration // how long a replica may take to end after SIGTERM
	processes    []*proc.Process
	stopDatabase func()
}

// startServices starts the services with the settings of the compose file. After an error it
// stops what it has started.
func startServices(o options, dir string) (s *services, err error) {
	s = &services{dir: dir, stopDatabase: func() {}}
	defer func() {
		if err != nil {
			s.stop()
		}
	}()
	if s.proxyAddr, err = proc.FreeAddr(); err != nil {
		return s, err
	}
	compose, err := readComposeFile(filepath.Join(o.deployDir, "compose.yaml"), map[string]string{
		"DOMAIN": s.proxyAddr, "POSTGRES_PASSWORD": "postgres-secret", "S3_SECRET": "bucket-secret",
	})
	if err != nil {
		return s, err
	}
	s.gracePeriod = compose.Services[appService].StopGracePeriod
	addressesByService, err := s.startAll(compose)
	if err != nil {
		return s, err
	}
	s.settings, err = compose.appSettings(addressesByService)
	s.databaseURL = settingValue(s.settings, "COLLOQUY_DATABASE_URL")
	return s, err
}

// startAll starts the services and returns their addresses. The keys are the host:port that the
// compose file uses for each service.
func (s *services) startAll(compose composeFile) (map[string]string, error) {
	databaseAddr, err := s.startDatabase(compose)
	if err != nil {
		return nil, err
	}
	redisAddr, err := s.startRedis(compose.Services[redisService].Command)
	if err != nil {
		return nil, err
	}
	mediaURL, err := url.Parse(compose.Services[appService].Environment["COLLOQUY_MEDIA_URL"])
	if err != nil {
		return nil, err
	}
	bucketAddr, err := s.startProgramInRole(roleBucket, strings.TrimPrefix(mediaURL.Path, "/"))
	if err != nil {
		return nil, err
	}
	modelAddr, err := s.startProgramInRole(roleModel)
	return map[string]string{"postgres:5432": databaseAddr, "valkey:6379": redisAddr, "s3:9000": bucketAddr, "ollama:11434": modelAddr}, err
}

// startDatabase starts PostgreSQL with the role and the database of COLLOQUY_DATABASE_URL.
func (s *services) startDatabase(compose composeFile) (addr string, err error) {
	databaseURL, err := url.Parse(compose.Services[appService].Environment["COLLOQUY_DATABASE_URL"])
	if err != nil {
		return "", err
	}
	port, stop, err := dbtest.StartOwnedDatabase(databaseURL.User.Username(), strings.TrimPrefix(databaseURL.Path, "/"))
	if err != nil {
		return "", err
	}
	s.stopDatabase = stop
	return fmt.Sprintf("127.0.0.1:%d", port), nil
}

// startRedis starts Valkey, or Redis if Valkey is not installed. command is the service's command
// in the compose file. startRedis uses the arguments of command and ignores its first word, the
// program.
func (s *services) startRedis(command string) (addr string, err error) {
	program, err := exec.LookPath("valkey-server")
	if err != nil {
		if program, err = exec.LookPath("redis-server"); err != nil {
			return "", err
		}
	}
	if addr, err = proc.FreeAddr(); err != nil {
		return "", err
	}
	host, port, _ := strings.Cut(addr, ":")
	args := strings.Fields(command)[1:]
	for i, arg := range args {
		args[i] = strings.Trim(arg, `"`)
	}
	return addr, s.startProcess("redis", nil, program, append(args, "--bind", host, "--port", port, "--dir", s.dir)...)
}

// startProgramInRole starts this program in another role.
func (s *services) startProgramInRole(role string, args ...string) (addr string, err error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	if addr, err = proc.FreeAddr(); err != nil {
		return "", err
	}
	return addr, s.startProcess(role, nil, program, append([]string{role, addr}, args...)...)
}

// startProcess starts a program that runs until services.stop is called.
func (s *services) startProcess(name string, settings []string, program string, args ...string) error {
	p, err := startProgramWithLog(s.dir, name, settings, program, args...)
	if err == nil {
		s.processes = append(s.processes, p)
	}
	return err
}

// startProgramWithLog starts a program whose output is appended to NAME.log in dir. The program inherits
// the environment of this process without its server settings. Its server settings are those in
// the argument settings.
func startProgramWithLog(dir, name string, settings []string, program string, args ...string) (*proc.Process, error) {
	log, err := os.OpenFile(filepath.Join(dir, name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close() // the process has its own copy of the file
	env := slices.DeleteFunc(os.Environ(), func(e string) bool { return strings.HasPrefix(e, "COLLOQUY_") })
	return proc.Start(name, log, append(env, settings...), program, args...)
}

func (s *services) stop() {
	for _, p := range slices.Backward(s.processes) {
		p.Stop()
	}
	s.stopDatabase()
}
