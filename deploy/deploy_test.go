// Package deploy_test checks the files that operators install: the unit of systemd, the Debian
// package, the file system of the image, and the settings in all of these files.
package deploy_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"colloquy/internal/config"
)

// runCommand runs a command in the root of the repository and returns its output. The test
// fails if the command fails.
func runCommand(t *testing.T, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = ".."
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
	return string(out)
}

var (
	buildOnce   sync.Once
	programPath string // result of buildProgram
)

func TestMain(m *testing.M) {
	status := m.Run()
	if programPath != "" {
		os.RemoveAll(filepath.Dir(programPath))
	}
	os.Exit(status)
}

// buildProgram builds the program once and returns its path.
func buildProgram(t *testing.T) string {
	t.Helper()
	buildOnce.Do(func() {
		dir, err := os.MkdirTemp("", "colloquy-deploy-*")
		if err != nil {
			t.Fatal(err)
		}
		programPath = filepath.Join(dir, "colloquy")
		runCommand(t, []string{"CGO_ENABLED=0"}, "go", "build", "-trimpath", "-buildvcs=false", "-o", programPath, "./cmd/colloquy")
	})
	return programPath
}

func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// maxUnitExposure is the largest allowed exposure level of the unit, in tenths. systemd-analyze
// measures the level.
const maxUnitExposure = "19"

// rule operations-packages
func TestUnitIsValidAndHardened(t *testing.T) {
	unit := strings.Replace(readText(t, "colloquy.service"), "ExecStart=/usr/bin/colloquy", "ExecStart="+must(exec.LookPath("true")), 1)
	path := filepath.Join(t.TempDir(), "colloquy.service")
	if err := os.WriteFile(path, []byte(unit), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := runCommand(t, nil, "systemd-analyze", "verify", "--man=no", path); strings.Contains(out, "colloquy.service:") {
		t.Errorf("systemd says:\n%s", out)
	}
	runCommand(t, nil, "systemd-analyze", "security", "--offline=true", "--threshold="+maxUnitExposure, path)
}

// must returns s, and panics if err is not nil.
func must(s string, err error) string {
	if err != nil {
		panic(err)
	}
	return s
}

// imageUserID is the number of the user and group that run the program in the image.
const imageUserID = 65532

var copyLinePattern = regexp.MustCompile(`(?m)^COPY (--chown=65532:65532 )?(\S+) /(\S+)$`)

// TestImageStarts builds the file system that the Dockerfile describes. It starts the program
// with this file system as the root, as the user of the image.
// rule operations-packages
func TestImageStarts(t *testing.T) {
	program, rootDir := buildProgram(t), t.TempDir()
	lines := copyLinePattern.FindAllStringSubmatch(readText(t, "Dockerfile"), -1)
	if len(lines) != 4 {
		t.Fatalf("%d COPY lines", len(lines))
	}
	for _, line := range lines {
		sourcePath, targetPath := line[2], filepath.Join(rootDir, line[3])
		if sourcePath == "bin/colloquy" {
			sourcePath = program
		}
		runCommand(t, nil, "cp", "-r", sourcePath, targetPath)
		if line[1] != "" && os.Geteuid() == 0 {
			runCommand(t, nil, "chown", "-R", fmt.Sprint(imageUserID), targetPath)
		}
	}
	if err := os.Chmod(rootDir, 0o755); err != nil {
		t.Fatal(err)
	}
	env := []string{"COLLOQUY_ADDR=127.0.0.1:18473", "COLLOQUY_DATA_DIR=/data", "COLLOQUY_LLM=demo", "COLLOQUY_PUBLIC_URL=https://chat.example.org"}
	commandInImage := func(args ...string) *exec.Cmd {
		cmd := exec.Command("/colloquy", args...)
		cmd.Path, cmd.Dir, cmd.Env = "/colloquy", "/", env
		cmd.SysProcAttr = confineTo(rootDir)
		return cmd
	}
	var log strings.Builder
	server := commandInImage("serve")
	server.Stdout, server.Stderr = &log, &log
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer server.Wait()
	defer server.Process.Signal(syscall.SIGTERM)
	var out []byte
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		if out, _ = commandInImage("health").CombinedOutput(); string(out) == "ready\n" {
			return
		}
	}
	t.Errorf("the image is not ready: %s", out)
}

// confineTo returns the attributes of a process with rootDir as its root folder and the user of the
// image. If the test does not run as root, the process gets a user namespace. In this namespace the
// user of the test has the number imageUserID.
func confineTo(rootDir string) *syscall.SysProcAttr {
	if os.Geteuid() == 0 {
		return &syscall.SysProcAttr{Chroot: rootDir, Credential: &syscall.Credential{Uid: imageUserID, Gid: imageUserID}}
	}
	return &syscall.SysProcAttr{
		Chroot: rootDir, Cloneflags: syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: imageUserID, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: imageUserID, HostID: os.Getgid(), Size: 1}},
	}
}

// TestFilesHaveKnownSettings: the program knows every setting in the files. A misspelt one would
// have no effect.
// rule operations-packages
func TestFilesHaveKnownSettings(t *testing.T) {
	for _, name := range []string{"Dockerfile", "compose.yaml", "kubernetes.yaml", "colloquy.service", "colloquy.conf", "nginx.conf"} {
		var lines []string
		for _, variable := range regexp.MustCompile(`COLLOQUY_[A-Z0-9_]+`).FindAllString(readText(t, name), -1) {
			lines = append(lines, variable+"=1")
		}
		if len(lines) < 2 {
			t.Errorf("%s has %d settings", name, len(lines))
		}
		path := filepath.Join(t.TempDir(), "settings")
		if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := config.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, warning := range file.Warnings() {
			t.Errorf("%s: %s", name, warning)
		}
	}
}

// TestManifestsHaveVersionsLimitsAndProbes: each image has a version. The program runs without privileges and with a
// memory limit. The Deployment has probes.
// rule operations-packages
func TestManifestsHaveVersionsLimitsAndProbes(t *testing.T) {
	var compose struct {
		Services map[string]struct {
			Image    string
			ReadOnly bool     `yaml:"read_only"`
			CapDrop  []string `yaml:"cap_drop"`
			MemLimit string   `yaml:"mem_limit"`
			Tmpfs    []string
		}
	}
	if err := yaml.Unmarshal([]byte(readText(t, "compose.yaml")), &compose); err != nil {
		t.Fatal(err)
	}
	for name, s := range compose.Services {
		if name != "app" && !regexp.MustCompile(`:.*\d`).MatchString(s.Image) {
			t.Errorf("%s has the image %q without a version", name, s.Image)
		}
	}
	if app := compose.Services["app"]; !app.ReadOnly || len(app.CapDrop) == 0 || app.MemLimit == "" || !slices.Contains(app.Tmpfs, "/tmp") {
		t.Errorf("the app of compose.yaml is not confined: %+v", app)
	}
	kinds := map[string]int{}
	for document := range strings.SplitSeq(readText(t, "kubernetes.yaml"), "\n---\n") {
		var d struct {
			APIVersion string `yaml:"apiVersion"`
			Kind       string
			Metadata   struct{ Name string }
		}
		if err := yaml.Unmarshal([]byte(document), &d); err != nil || d.APIVersion == "" || d.Metadata.Name != "colloquy" {
			t.Errorf("%+v, %v", d, err)
		}
		kinds[d.Kind]++
		if d.Kind == "Deployment" {
			for _, want := range []string{"runAsNonRoot: true", "readOnlyRootFilesystem: true", "drop: [ALL]", "limits: { memory:", "path: /readyz", "path: /healthz", "terminationGracePeriodSeconds: " + strconv.Itoa(60)} {
				if !strings.Contains(document, want) {
					t.Errorf("the Deployment lacks %q", want)
				}
			}
		}
	}
	for _, kind := range []string{"Secret", "Deployment", "Service", "HorizontalPodAutoscaler", "PodDisruptionBudget"} {
		if kinds[kind] != 1 {
			t.Errorf("%d of %s", kinds[kind], kind)
		}
	}
}
