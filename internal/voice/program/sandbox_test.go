//go:build linux

package program

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"colloquy/internal/voice/speech"
	"colloquy/internal/voice/voicetest"
)

// newFakeProgram returns a Program that runs a shell script, and a folder of the test. In the script,
// the path of this folder replaces $OUT.
func newFakeProgram(t *testing.T, script string) (p *Program, outDir string) {
	t.Helper()
	outDir = t.TempDir()
	path := filepath.Join(outDir, "stand-in")
	writeFile(t, path, "#!/bin/sh\n"+strings.ReplaceAll(script, "$OUT", outDir)+"\n", 0o700)
	return &Program{RunsWithoutNetwork: canRunWithoutNetwork(path), name: "stand-in", path: path, maxMemory: 512 << 20, timeout: 20 * time.Second, arguments: eSpeakArguments}, outDir
}

// rule voice-programs
func TestNoTextReachesTheArguments(t *testing.T) {
	p, outDir := newFakeProgram(t, `printf '%s|' "$@"; cat`) // prints its arguments, then its input
	canaryPath := filepath.Join(outDir, "mark")
	const arguments = "--stdin|--stdout|-v|en+f3|-s|175|-p|50|"
	for _, text := range voicetest.HostileTexts(canaryPath) {
		got, err := p.runProgram(t.Context(), p.arguments(voicetest.NewRequest(text)), withoutEmbeddedCommands(text))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if string(got) != arguments+withoutEmbeddedCommands(text) {
			t.Fatalf("%q: got %q", text, got)
		}
	}
	if _, err := os.Stat(canaryPath); err == nil {
		t.Error("a text was executed")
	}
}

// rule voice-programs
func TestHostileVoiceAndLanguageReachNoArgument(t *testing.T) {
	for _, text := range voicetest.HostileTexts("mark") {
		r := speech.Request{Voice: text, Language: text, Gender: text}
		if got := strings.Join(eSpeakArguments(r), " "); got != "--stdin --stdout -v en -s 175 -p 50" {
			t.Errorf("%q: %s", text, got)
		}
	}
}

// rule voice-programs
func TestHungProgramAndItsChildrenAreKilled(t *testing.T) {
	p, outDir := newFakeProgram(t, "sh -c 'sleep 30; : $OUT' & cat >/dev/null; sleep 30")
	p.timeout = 300 * time.Millisecond
	start := time.Now()
	got, err := p.Speak(t.Context(), voicetest.NewRequest("Hello."))
	voicetest.CheckRefused(t, got, err)
	if passed := time.Since(start); passed > 5*time.Second || !strings.Contains(err.Error(), "longer than") {
		t.Errorf("after %v: %v", passed, err)
	}
	for deadline := start.Add(10 * time.Second); len(processesWith(t, outDir)) > 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("processes %v are left", processesWith(t, outDir))
		}
	}
}

// processesWith returns the ids of the processes whose command line contains text.
func processesWith(t *testing.T, text string) (pids []int) {
	t.Helper()
	found, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range found {
		line, err := os.ReadFile(file)
		if pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file))); err == nil && strings.Contains(string(line), text) && syscall.Kill(pid, 0) == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// rule voice-programs
func TestProgramEndsWithItsContext(t *testing.T) {
	p, _ := newFakeProgram(t, "exec sleep 300")
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	startTime := time.Now()
	got, err := p.Speak(ctx, voicetest.NewRequest("Hello."))
	voicetest.CheckRefused(t, got, err)
	if !errors.Is(err, context.DeadlineExceeded) || time.Since(startTime) > 5*time.Second {
		t.Errorf("after %v: %v", time.Since(startTime), err)
	}
}

// rule voice-programs
func TestProgramsThatExceedBoundsAreRefused(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"endless output":  {"cat >/dev/null; exec cat /dev/zero", "more than"},
		"failure":         {"cat >/dev/null; exit 3", "exit status 3"},
		"no output":       {"cat >/dev/null", "not a recording"},
		"not a recording": {"cat", "not a recording"},
		"memory":          {"cat >/dev/null; head -c 100m /dev/zero | tail -c 100m >/dev/null || exit 3", "exit status 3"},
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := newFakeProgram(t, c.script)
			p.maxMemory = 64 << 20
			got, err := p.Speak(t.Context(), voicetest.NewRequest("Hello."))
			voicetest.CheckRefused(t, got, err)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

// rule voice-programs
func TestProgramSeesItsLimitsAndNoSecrets(t *testing.T) {
	t.Setenv("COLLOQUY_SECRET", "secret")
	p, _ := newFakeProgram(t, "cat >/dev/null; env; ulimit -v; ulimit -f; ulimit -c; cat /proc/net/dev")
	text, err := p.runProgram(t.Context(), nil, "Hello.")
	if err != nil {
		t.Fatal(err)
	}
	got := string(text)
	if limits := fmt.Sprintf("\n%d\n%d\n0\n", p.maxMemory/1024, maxFileBytes/512); !strings.Contains(got, limits) || strings.Contains(got, "secret") {
		t.Errorf("got %s", got)
	}
	_, devices, _ := strings.Cut(got, "compressed\n")
	if p.RunsWithoutNetwork && strings.Count(devices, "\n") > 1 { // an isolated program sees only the loopback device
		t.Errorf("network devices: %s", got)
	}
}

// rule voice-programs
func TestTwoProgramsRunAtOnce(t *testing.T) {
	p, _ := newFakeProgram(t, "exec sleep 300")
	first, stop := context.WithCancel(t.Context())
	speakErrs := make(chan error, maxRunning)
	for range maxRunning {
		go func() {
			_, err := p.Speak(first, voicetest.NewRequest("Hello."))
			speakErrs <- err
		}()
	}
	for deadline := time.Now().Add(10 * time.Second); len(runSlots) < maxRunning && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	third, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := p.Speak(third, voicetest.NewRequest("Hello.")); !errors.Is(err, speech.ErrBusy) {
		t.Errorf("the third: %v", err)
	}
	stop()
	for range maxRunning {
		<-speakErrs
	}
	voicetest.SpeakAndCheck(t, findESpeak(t), voicetest.NewRequest("Hello."))
}
