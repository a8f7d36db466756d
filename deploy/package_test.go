package deploy_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"colloquy/internal/localmodel"
)

// makePackages makes the packages of a version in a new folder and returns their folder. The
// program in them is a short text, because compressing the real one takes half a minute.
func makePackages(t *testing.T, version string) (dir string) {
	t.Helper()
	rootDir := t.TempDir()
	runCommand(t, nil, "cp", "-r", "--parents", "deploy", "docs", "tools", "internal/localmodel/list.json", rootDir)
	for _, built := range []string{"colloquy", "sbom.json"} {
		if err := os.WriteFile(filepath.Join(mkdir(t, filepath.Join(rootDir, "bin")), built), []byte(built), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	runCommand(t, []string{"SOURCE_DATE_EPOCH=1700000000"}, filepath.Join(rootDir, "tools/package.sh"), version)
	return filepath.Join(rootDir, "bin/packages")
}

// debName returns the file name of the Debian package of a version.
func debName(version string) string { return "colloquy_" + version + "_" + runtime.GOARCH + ".deb" }

// TestPackagesAreReproducible: two builds have the same bytes. It also checks owners and modes
// of the files, and that dpkg asks before it overwrites the settings.
// rule operations-packages
func TestPackagesAreReproducible(t *testing.T) {
	dir := makePackages(t, "1.2.3")
	checksums := readText(t, filepath.Join(dir, "SHA256SUMS"))
	if again := readText(t, filepath.Join(makePackages(t, "1.2.3"), "SHA256SUMS")); again != checksums {
		t.Errorf("two runs differ:\n%s%s", checksums, again)
	}
	deb := filepath.Join(dir, debName("1.2.3"))
	list := runCommand(t, nil, "dpkg-deb", "--contents", deb)
	for _, want := range []string{`-rwxr-xr-x root/root .* \./usr/bin/colloquy\n`, `-rw-r----- root/root .* \./etc/colloquy/colloquy\.conf\n`, `-rw-r--r-- root/root .* \./usr/lib/systemd/system/colloquy\.service\n`} {
		if !regexp.MustCompile(want).MatchString(list) {
			t.Errorf("no %s in\n%s", want, list)
		}
	}
	if info := runCommand(t, nil, "dpkg-deb", "--info", deb, "conffiles"); info != "/etc/colloquy/colloquy.conf\n" {
		t.Errorf("conffiles %q", info)
	}
	if version := runCommand(t, nil, "dpkg-deb", "--field", deb, "Version"); version != "1.2.3\n" {
		t.Errorf("version %q", version)
	}
}

// TestPackagesHaveTheListOfModels: the packages have the built-in list of models as a file, which an
// operator can copy and change for COLLOQUY_MODEL_LIST.
// rule operations-model
func TestPackagesHaveTheListOfModels(t *testing.T) {
	dir, rootDir := makePackages(t, "1.2.3"), t.TempDir()
	runCommand(t, nil, "dpkg-deb", "--extract", filepath.Join(dir, debName("1.2.3")), rootDir)
	runCommand(t, nil, "tar", "-xzf", filepath.Join(dir, "colloquy-1.2.3-linux-"+runtime.GOARCH+".tar.gz"), "-C", rootDir)
	builtInList, err := localmodel.ReadList(t.Context(), nil, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"usr/share/doc/colloquy/models.json", "colloquy-1.2.3-linux-" + runtime.GOARCH + "/models.json"} {
		list, err := localmodel.ReadList(t.Context(), nil, filepath.Join(rootDir, path))
		if err != nil || !slices.Equal(list.Models, builtInList.Models) || !slices.Equal(list.Servers, builtInList.Servers) {
			t.Errorf("%s: %+v, %v", path, list, err)
		}
	}
}

func mkdir(t *testing.T, dir string) string {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// machine is a folder in which dpkg installs packages, with a fake systemctl that records its
// calls. The real deb-systemd-helper and deb-systemd-invoke work in it.
type machine struct {
	t       *testing.T
	rootDir string
	binDir  string // folder of the fake programs
}

// enabledLink is the link that makes systemd start the service.
const enabledLink = "etc/systemd/system/multi-user.target.wants/colloquy.service"

func newMachine(t *testing.T) *machine {
	t.Helper()
	m := &machine{t, t.TempDir(), t.TempDir()}
	for _, dir := range []string{"var/lib/dpkg/info", "var/lib/dpkg/updates", "etc", "run/systemd/system"} {
		mkdir(t, filepath.Join(m.rootDir, dir))
	}
	m.write("", "var/lib/dpkg/status")
	m.addProgram("chgrp", "exit 0") // this machine may not have the group colloquy
	m.addProgram("systemctl", `echo "$*" >>`+m.path("systemctl.log")+`
case "$*" in
*is-enabled*) [ -L `+m.path(enabledLink)+` ] && echo enabled || echo disabled ;;
*is-active*) exit 3 ;;
esac`)
	return m
}

func (m *machine) path(name string) string { return filepath.Join(m.rootDir, name) }

func (m *machine) write(text, name string) {
	m.t.Helper()
	mkdir(m.t, filepath.Dir(m.path(name)))
	if err := os.WriteFile(m.path(name), []byte(text), 0o600); err != nil {
		m.t.Fatal(err)
	}
}

func (m *machine) addProgram(name, script string) {
	m.t.Helper()
	if err := os.WriteFile(filepath.Join(m.binDir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		m.t.Fatal(err)
	}
}

// dpkg runs dpkg and returns the calls of systemctl.
func (m *machine) dpkg(args ...string) (calls string) {
	m.t.Helper()
	m.write("", "systemctl.log")
	cmd := exec.Command("dpkg", append([]string{"--root=" + m.rootDir, "--force-script-chrootless", "--force-depends", "--force-confold"}, args...)...)
	cmd.Env = append(os.Environ(), "PATH="+m.binDir+":"+os.Getenv("PATH")+":/usr/sbin:/sbin")
	if os.Geteuid() != 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{
			Cloneflags:  syscall.CLONE_NEWUSER,
			UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
		}
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		m.t.Fatalf("dpkg %q: %v\n%s", args, err, out)
	}
	return readText(m.t, m.path("systemctl.log"))
}

func (m *machine) exists(name string) bool {
	_, err := os.Lstat(m.path(name))
	return err == nil
}

// wantServiceEnabled checks that the service is enabled and was started. If mustBeEnabled is false,
// it checks that the service is not enabled and was not started. systemctlCalls are the calls of
// systemctl.
func (m *machine) wantServiceEnabled(when string, mustBeEnabled bool, systemctlCalls string) {
	m.t.Helper()
	if got := m.exists(enabledLink); got != mustBeEnabled {
		m.t.Errorf("%s: enabled is %v", when, got)
	}
	if started := strings.Contains(systemctlCalls, "restart colloquy.service"); started != mustBeEnabled {
		m.t.Errorf("%s: started is %v:\n%s", when, started, systemctlCalls)
	}
}

// TestServiceIsEnabledByInstallation: the first installation enables the service, and so does an
// installation after a removal. A service that the operator has disabled stays disabled until a
// purge. A removal and a purge keep the data.
// rule operations-packages
func TestServiceIsEnabledByInstallation(t *testing.T) {
	deb, newerDeb := filepath.Join(makePackages(t, "1.2.3"), debName("1.2.3")), filepath.Join(makePackages(t, "1.2.4"), debName("1.2.4"))
	m := newMachine(t)
	m.wantServiceEnabled("the first installation", true, m.dpkg("--install", deb))
	m.write("data", "var/lib/colloquy/colloquy.db")
	if calls := m.dpkg("--remove", "colloquy"); !strings.Contains(calls, "stop colloquy.socket colloquy.service") || m.exists("usr/bin/colloquy") {
		t.Errorf("the removal called %s", calls)
	}
	m.wantServiceEnabled("after a removal", true, m.dpkg("--install", deb))
	if err := os.Remove(m.path(enabledLink)); err != nil {
		t.Fatal(err)
	}
	m.wantServiceEnabled("an upgrade of a disabled service", false, m.dpkg("--install", newerDeb))
	m.dpkg("--remove", "colloquy")
	m.wantServiceEnabled("after the removal of a disabled service", false, m.dpkg("--install", newerDeb))
	m.dpkg("--purge", "colloquy")
	if stateFolder := "var/lib/systemd/deb-systemd-helper-enabled"; m.exists(stateFolder) || m.exists("etc/colloquy/colloquy.conf") {
		t.Error("a purge leaves settings or", stateFolder)
	}
	m.wantServiceEnabled("after a purge", true, m.dpkg("--install", newerDeb))
	if readText(t, m.path("var/lib/colloquy/colloquy.db")) != "data" {
		t.Error("the data are deleted")
	}
}
