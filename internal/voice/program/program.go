// Package program speaks with programs of this machine: espeak-ng and piper. The text of a
// reply reaches a program only through its standard input, never as an argument and never
// through a shell.
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

// Values of the name that Find takes. None disables speech.
const (
	ESpeak = "espeak-ng"
	Piper  = "piper"
	None   = "none"
)

// Bounds of a run.
const (
	runTime  = 30 * time.Second
	atOnce   = 2
	maxSound = 2 * speech.MaxBytes // of one channel with 16 bits; sound.Smaller halves it
)

// slots bounds the programs that run at once in this process.
var slots = make(chan struct{}, atOnce)

// Program is a speech.Provider.
type Program struct {
	// Isolated reports whether the kernel permits to run the program without a network.
	Isolated bool

	name, path string
	memory     uint64 // most bytes of address space
	time       time.Duration
	arguments  func(r speech.Request) []string
}

// Find returns the provider for command: "espeak-ng", "piper", or "" for piper if it is
// installed with a model, else espeak-ng. It returns nil for "none", and for "" if there is
// no program, and an error if the one that command names is missing. model is the file of
// piper's model, or "" for the first one in its usual folders.
func Find(command, model string) (speech.Provider, error) {
	switch command {
	case None:
		return nil, nil
	case ESpeak, Piper:
		p, err := find(command, model)
		if err != nil {
			return nil, err
		}
		return p, nil
	case "":
		for _, name := range []string{Piper, ESpeak} {
			if p, err := find(name, model); err == nil {
				return p, nil
			}
		}
		return nil, nil
	}
	return nil, fmt.Errorf("voice: unknown program %q: use %s, %s or %s", command, ESpeak, Piper, None)
}

func find(name, model string) (*Program, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return nil, fmt.Errorf("voice: %s is not installed", name)
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil, err
	}
	p := &Program{name: name, path: path, time: runTime, memory: 512 << 20, arguments: eSpeakArguments}
	if name == Piper {
		if model = piperModel(model); model == "" {
			return nil, fmt.Errorf("voice: piper has no model: name an .onnx file in COLLOQUY_TTS_MODEL")
		}
		p.name += " " + filepath.Base(model)
		p.memory = 8 << 30 // address space: the model is mapped, and each thread reserves memory
		p.arguments = piperArguments(model)
	}
	p.Isolated = canIsolate(path)
	return p, nil
}

// Name implements speech.Provider.
func (p *Program) Name() string { return p.name }

// Speak implements speech.Provider. It ignores r.Own: voices come from fixed tables.
func (p *Program) Speak(ctx context.Context, r speech.Request) (speech.Recording, error) {
	select {
	case slots <- struct{}{}:
		defer func() { <-slots }()
	case <-ctx.Done():
		return speech.Recording{}, fmt.Errorf("%w: %w", speech.ErrBusy, ctx.Err())
	}
	data, err := p.run(ctx, p.arguments(r), plain(r.Text))
	if err != nil {
		return speech.Recording{}, err
	}
	if len(data) > speech.MaxBytes {
		data = sound.Smaller(data)
	}
	return sound.Recording(data)
}
