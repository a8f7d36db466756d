package deploy_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// installation is a folder with the program, the settings and the data directory at the places
// where the package has them.
type installation struct {
	t       *testing.T
	rootDir string
}

func newInstallation(t *testing.T) *installation {
	t.Helper()
	i := &installation{t, t.TempDir()}
	for _, dir := range []string{"usr/bin", "etc/colloquy", "var/lib/colloquy", "var/lib/elsewhere", "proc/self", "tmp"} {
		mkdir(t, i.path(dir))
	}
	runCommand(t, nil, "cp", buildProgram(t), i.path("usr/bin/colloquy"))
	runCommand(t, nil, "cp", "deploy/colloquy.conf", i.path("etc/colloquy/colloquy.conf"))
	// The folder has no /proc, in which the program looks for its path.
	if err := os.Symlink("/usr/bin/colloquy", i.path("proc/self/exe")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(i.rootDir, 0o755); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		runCommand(t, nil, "chown", "-R", fmt.Sprint(imageUserID), i.path("var/lib"), i.path("etc/colloquy"))
	}
	return i
}

func (i *installation) path(name string) string { return filepath.Join(i.rootDir, name) }

// run runs the program as the user of the service, without any setting in the environment. It
// returns all of its output.
func (i *installation) run(args ...string) (out string, err error) {
	i.t.Helper()
	cmd := exec.Command("/usr/bin/colloquy", args...)
	cmd.Path, cmd.Dir, cmd.Env = "/usr/bin/colloquy", "/tmp", []string{"HOME=/tmp"}
	cmd.SysProcAttr = confineTo(i.rootDir)
	text, err := cmd.CombinedOutput()
	return string(text), err
}

// setting returns the value and the source that colloquy config prints for a setting.
func (i *installation) setting(name string) (value, source string) {
	i.t.Helper()
	out, err := i.run("config", "--json")
	var list []struct{ Name, Value, Source string }
	if err == nil {
		err = json.Unmarshal([]byte(out), &list)
	}
	if err != nil {
		i.t.Fatalf("%v: %s", err, out)
	}
	for _, s := range list {
		if s.Name == name {
			return s.Value, s.Source
		}
	}
	i.t.Fatalf("no setting %s", name)
	return "", ""
}

// TestInstalledProgramUsesTheSettingsOfTheService: a command without any setting works on the
// data directory of the service, whatever the working directory is. Its output names the data
// directory.
// rule operations-config
func TestInstalledProgramUsesTheSettingsOfTheService(t *testing.T) {
	i := newInstallation(t)
	for name, want := range map[string][2]string{
		"COLLOQUY_CONFIG":   {"/etc/colloquy/colloquy.conf", "installed service"},
		"COLLOQUY_DATA_DIR": {"/var/lib/colloquy", "installed service"},
		"COLLOQUY_ADDR":     {"127.0.0.1:8080", "default"},
	} {
		if value, source := i.setting(name); value != want[0] || source != want[1] {
			t.Errorf("%s is %q from %q, want %q", name, value, source, want)
		}
	}
	if out, err := i.run("model", "remove"); err != nil || out != "No model is installed in /var/lib/colloquy/models.\n" {
		t.Errorf("%s, %v", out, err)
	}
	file := i.path("etc/colloquy/colloquy.conf")
	if err := os.WriteFile(file, []byte("COLLOQUY_DATA_DIR=/var/lib/elsewhere\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if value, source := i.setting("COLLOQUY_DATA_DIR"); value != "/var/lib/elsewhere" || source != "/etc/colloquy/colloquy.conf" {
		t.Errorf("a data directory of the file: %q from %q", value, source)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if value, source := i.setting("COLLOQUY_DATA_DIR"); value != "./data" || source != "default" {
		t.Errorf("without the file: %q from %q", value, source)
	}
}

// TestDataOfAnotherUserStopACommand: a command fails if the data directory belongs to another user.
// Otherwise the service could not read the files that the command writes. Only root can make a
// directory of another user, so without root the test does nothing.
// rule operations-config
func TestDataOfAnotherUserStopACommand(t *testing.T) {
	i := newInstallation(t)
	if os.Geteuid() != 0 {
		return
	}
	if err := os.Chown(i.path("var/lib/colloquy"), 0, 0); err != nil {
		t.Fatal(err)
	}
	const want = "/var/lib/colloquy belongs to another user: run the command as the user of the service, such as with runuser -u colloquy -- colloquy ...\n"
	if out, err := i.run("model", "remove"); err == nil || !strings.HasSuffix(out, want) {
		t.Errorf("%s, %v", out, err)
	}
}

// TestAnotherProgramHasNoSettingsOfTheService: a program that a developer has built on the same
// machine does not use the settings of the service. rule operations-config
func TestAnotherProgramHasNoSettingsOfTheService(t *testing.T) {
	i := newInstallation(t)
	if err := os.Remove(i.path("proc/self/exe")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/opt/build/colloquy", i.path("proc/self/exe")); err != nil {
		t.Fatal(err)
	}
	if value, source := i.setting("COLLOQUY_DATA_DIR"); value != "./data" || source != "default" {
		t.Errorf("the data directory is %q from %q", value, source)
	}
}

// TestSettingsThatCannotBeReadStopACommand: a command that cannot read the configuration file fails
// and does not use the defaults. rule operations-config
func TestSettingsThatCannotBeReadStopACommand(t *testing.T) {
	i := newInstallation(t)
	if err := os.Chmod(i.path("etc/colloquy/colloquy.conf"), 0); err != nil {
		t.Fatal(err)
	}
	const want = "permission denied: the user of the service must be able to read it (chgrp colloquy, chmod 640); run the command as the user of the service, such as with runuser -u colloquy -- colloquy ...\n"
	if out, err := i.run("model", "remove"); err == nil || !strings.HasSuffix(out, want) {
		t.Errorf("%s, %v", out, err)
	}
	if out, err := i.run("version"); err != nil || out != "dev\n" {
		t.Errorf("version: %s, %v", out, err)
	}
}
