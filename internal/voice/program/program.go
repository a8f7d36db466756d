// Package program turns text into speech with programs on this machine: espeak-ng and piper. The
// text of a reply reaches a program only through standard input, never through an argument or a
// shell.
package program

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"time"

	"colloquy/internal/voice/sound"
	"colloquy/internal/voice/speech"
)

// Values of the parameter `command` of FindProvider. NoProgram disables speech.
const (
	ESpeak    = "espeak-ng"
	Piper     = "piper"
	NoProgram = "none"
)

// Limits of the programs (rule voice-programs). FindProvider has the limits of memory.
const (
	runTimeout     = 30 * time.Second
	maxRunning     = 2                            // programs at once
	maxOutputBytes = 2 * speech.MaxRecordingBytes // sound.HalveSampleRate halves an output of more than speech.MaxRecordingBytes
)

// runSlots has an element for each program that this process runs.
var runSlots = make(chan struct{}, maxRunning)

// Program is a speech.Provider that runs a program for each text.
type Program struct {
	// RunsWithoutNetwork reports whether the program runs without a network.
	RunsWithoutNetwork bool

	name, path string
	maxMemory  uint64 // address space in bytes
	timeout    time.Duration
	arguments  func(r speech.Request) []string
}

// FindProvider returns the provider that runs a program. model is the file of piper's model, or ""
// for the first model in the usual folders. command is one of:
//   - ESpeak or Piper: an error is returned if the program is not installed.
//   - "": piper if it is installed with a model, else espeak-ng, else nil.
//   - NoProgram: nil.
func FindProvider(command, model string) (speech.Provider, error) {
	switch command {
	case NoProgram:
		return nil, nil
	case ESpeak, Piper:
		p, err := findProgram(command, model)
		if err != nil {
			return nil, err
		}
		return p, nil
	case "":
		for _, name := range []string{Piper, ESpeak} {
			if p, err := findProgram(name, model); err == nil {
				return p, nil
			}
		}
		return nil, nil
	}
	return nil, fmt.Errorf("voice: unknown program %q: use %s, %s or %s", command, ESpeak, Piper, NoProgram)
}

// findProgram returns an installed program with its limits. Rule voice-programs.
func findProgram(name, model string) (*Program, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return nil, fmt.Errorf("voice: %s is not installed", name)
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil, err
	}
	p := &Program{name: name, path: path, timeout: runTimeout, maxMemory: 512 << 20, arguments: eSpeakArguments}
	if name == Piper {
		if model = findPiperModel(model); model == "" {
			return nil, fmt.Errorf("voice: piper has no model: name an .onnx file in COLLOQUY_TTS_MODEL")
		}
		p.name += " " + filepath.Base(model)
		p.maxMemory = 8 << 30 // the model is mapped into the address space, and each thread reserves memory
		p.arguments = piperArguments(model)
	}
	p.RunsWithoutNetwork = canRunWithoutNetwork(path)
	return p, nil
}

// Name implements speech.Provider.
func (p *Program) Name() string { return p.name }

// Speak implements speech.Provider. The arguments of the program come from fixed tables only. If
// r.HasProviderVoice is set, no table has r.Voice, so Speak ignores r.Voice.
func (p *Program) Speak(ctx context.Context, r speech.Request) (speech.Recording, error) {
	select {
	case runSlots <- struct{}{}:
		defer func() { <-runSlots }()
	case <-ctx.Done():
		return speech.Recording{}, fmt.Errorf("%w: %w", speech.ErrBusy, ctx.Err())
	}
	data, err := p.runProgram(ctx, p.arguments(r), withoutEmbeddedCommands(r.Text))
	if err != nil {
		return speech.Recording{}, err
	}
	if len(data) > speech.MaxRecordingBytes {
		data = sound.HalveSampleRate(data)
	}
	return sound.ParseRecording(data)
}
