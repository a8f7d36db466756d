package program

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"colloquy/internal/voice/speech"
	"colloquy/internal/voice/voicetest"
)

func findESpeak(t *testing.T) *Program {
	t.Helper()
	p, err := FindProvider(ESpeak, "")
	if err != nil {
		t.Fatalf("%v: run tools/services.sh", err)
	}
	return p.(*Program)
}

// rules voice-providers, voice-programs
func TestESpeakMeetsProviderContract(t *testing.T) {
	voicetest.RunConformance(t, func(t *testing.T) speech.Provider { return findESpeak(t) })
}

func TestESpeakHeaderHasTheRealLength(t *testing.T) {
	got := voicetest.SpeakAndCheck(t, findESpeak(t), voicetest.NewRequest("Hello there."))
	if riff := binary.LittleEndian.Uint32(got.Data[4:]); int(riff) != len(got.Data)-8 {
		t.Errorf("the header says %d of %d bytes", riff, len(got.Data))
	}
}

func TestESpeakReadsTheLongestText(t *testing.T) {
	text := strings.Repeat("The long history of the sea is told slowly. ", speech.MaxTextLength/44)
	voicetest.SpeakAndCheck(t, findESpeak(t), voicetest.NewRequest(text))
}

// espeak-ng knows each language, and speaks it differently for each gender.
func TestESpeakLanguagesHaveTwoGenders(t *testing.T) {
	p := findESpeak(t)
	for language := range eSpeakLanguages {
		r := voicetest.NewRequest("Ana 2")
		r.Language, r.Voice = language, ""
		femaleRecording := voicetest.SpeakAndCheck(t, p, r)
		r.Gender = "male"
		if maleRecording := voicetest.SpeakAndCheck(t, p, r); string(maleRecording.Data) == string(femaleRecording.Data) {
			t.Errorf("%s has one voice", language)
		}
	}
}

// Any two voices of personas sound different.
func TestESpeakVoicesDiffer(t *testing.T) {
	voiceByRecording := map[string]string{}
	for _, voice := range []string{"female-1", "female-2", "female-3", "female-4", "male-1", "male-2", "male-3", "male-4"} {
		r := voicetest.NewRequest("Hello.")
		r.Voice = voice
		data := string(voicetest.SpeakAndCheck(t, findESpeak(t), r).Data)
		if other := voiceByRecording[data]; other != "" {
			t.Errorf("%s sounds like %s", voice, other)
		}
		voiceByRecording[data] = voice
	}
}

func TestFindProviderRefusesUnknownCommands(t *testing.T) {
	missingModel := filepath.Join(t.TempDir(), "missing.onnx")
	if p, err := FindProvider("", missingModel); err != nil || p.Name() != ESpeak {
		t.Errorf("a machine with espeak-ng: %v, %v", p, err)
	}
	if p, err := FindProvider(NoProgram, missingModel); p != nil || err != nil {
		t.Errorf("none: %v, %v", p, err)
	}
	for _, command := range []string{"rm -rf x", "../espeak-ng", Piper} {
		if p, err := FindProvider(command, missingModel); p != nil || err == nil {
			t.Errorf("%s: %v, %v", command, p, err)
		}
	}
	t.Setenv("PATH", t.TempDir())
	if p, err := FindProvider("", missingModel); p != nil || err != nil {
		t.Errorf("a machine without programs: %v, %v", p, err)
	}
	if p, err := FindProvider(ESpeak, missingModel); p != nil || err == nil {
		t.Errorf("espeak-ng is missing: %v, %v", p, err)
	}
}

func TestPiperGetsItsModel(t *testing.T) {
	folder := t.TempDir()
	model := filepath.Join(folder, "alba.onnx")
	argumentsFile := filepath.Join(folder, "arguments")
	writeFile(t, model, "", 0o600)
	writeFile(t, filepath.Join(folder, "piper"), "#!/bin/sh\nprintf '%s\\n' \"$@\" >&2\ncat >/dev/null\ncat "+argumentsFile+"\n", 0o700)
	writeFile(t, argumentsFile, string(voicetest.SilentWAV(5)), 0o600)
	t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	p, err := FindProvider("", model)
	if err != nil || p.Name() != "piper alba.onnx" {
		t.Fatalf("%v, %v", p, err)
	}
	voicetest.SpeakAndCheck(t, p, voicetest.NewRequest("Hello."))
	r := voicetest.NewRequest("Hello.")
	r.Rate = 2
	if got := strings.Join(p.(*Program).arguments(r), " "); got != "--model "+model+" --length_scale 0.50 --output_file -" {
		t.Errorf("arguments %s", got)
	}
}

func writeFile(t *testing.T, name, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}
