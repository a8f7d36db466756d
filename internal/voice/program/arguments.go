package program

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"colloquy/internal/voice/sound"
	"colloquy/internal/voice/speech"
)

// eSpeakLanguages maps language tags to voices of espeak-ng. A tag without an entry uses the entry of
// its first part. The values are names of voice files. With any other name, such as en-gb,
// espeak-ng ignores the variant that follows the name, such as +f3.
var eSpeakLanguages = map[string]string{
	"en": "en", "en-gb": "en", "en-us": "en-us", "en-ca": "en-us",
	"de": "de", "es": "es", "es-mx": "es-419", "fr": "fr", "it": "it", "nl": "nl", "pl": "pl", "pt": "pt", "pt-br": "pt-br",
	"ru": "ru", "uk": "uk", "tr": "tr", "ar": "ar", "he": "he", "hi": "hi", "bn": "bn", "ta": "ta", "te": "te", "ur": "ur", "fa": "fa",
	"zh": "cmn", "ja": "ja", "ko": "ko", "vi": "vi", "id": "id", "sv": "sv", "da": "da", "nb": "nb", "no": "nb", "fi": "fi",
	"cs": "cs", "sk": "sk", "hu": "hu", "ro": "ro", "bg": "bg", "el": "el", "hr": "hr", "sr": "sr", "la": "la",
}

// eSpeakVariants maps voices of personas, and genders, to variants of espeak-ng.
var eSpeakVariants = map[string]string{
	"female-1": "+f3", "female-2": "+f2", "female-3": "+f4", "female-4": "+f5",
	"male-1": "+m3", "male-2": "+m1", "male-3": "+m7", "male-4": "+m4",
	"female": "+f3", "male": "+m3",
}

const (
	eSpeakWordsPerMinute = 175 // at rate 1
	eSpeakMiddlePitch    = 50  // of 0 to 99
)

// eSpeakArguments returns the arguments of espeak-ng for r. Each is a constant, a value of a
// table in this file, or a number. Rule voice-programs.
func eSpeakArguments(r speech.Request) []string {
	return []string{
		"--stdin", "--stdout", "-v", eSpeakVoice(r),
		"-s", strconv.Itoa(int(eSpeakWordsPerMinute * sound.Clamp(r.Rate, 0.5, 2))),
		"-p", strconv.Itoa(int(min(eSpeakMiddlePitch*sound.Clamp(r.Pitch, 0.5, 2), 99))),
	}
}

func eSpeakVoice(r speech.Request) string {
	tag := strings.ToLower(r.Language)
	first, _, _ := strings.Cut(tag, "-")
	language := "en"
	for _, t := range []string{first, tag} {
		if l := eSpeakLanguages[t]; l != "" {
			language = l
		}
	}
	if v := eSpeakVariants[r.Voice]; v != "" && !r.HasProviderVoice {
		return language + v
	}
	return language + eSpeakVariants[r.Gender]
}

// piperArguments returns a function that returns the arguments of piper for a request. Of the
// request they depend only on the rate, because a model has one voice. Rule voice-programs.
func piperArguments(model string) func(speech.Request) []string {
	return func(r speech.Request) []string {
		lengthScale := strconv.FormatFloat(1/sound.Clamp(r.Rate, 0.5, 2), 'f', 2, 64)
		return []string{"--model", model, "--length_scale", lengthScale, "--output_file", "-"}
	}
}

// findPiperModel returns the absolute path of file, or the first model in the usual folders if
// file is "". It returns "" if there is no such file.
func findPiperModel(file string) string {
	if file != "" {
		file, err := filepath.Abs(file)
		if _, missing := os.Stat(file); err != nil || missing != nil {
			return ""
		}
		return file
	}
	folders := []string{"/usr/share/piper-voices", "/usr/share/piper", "/usr/local/share/piper", "/var/lib/piper", "/opt/piper"}
	if home, err := os.UserHomeDir(); err == nil {
		folders = append(folders, filepath.Join(home, ".local/share/piper"), filepath.Join(home, ".local/share/piper-voices"))
	}
	for _, folder := range folders {
		if found, err := filepath.Glob(filepath.Join(folder, "*.onnx")); err == nil && len(found) > 0 {
			return found[0]
		}
	}
	return ""
}

// withoutEmbeddedCommands returns text as one line without anything that the programs read as a
// command: espeak-ng reads phonemes between double brackets, and piper makes a file of each
// line.
func withoutEmbeddedCommands(text string) string {
	text = sound.WithoutControls(text)
	for strings.Contains(text, "[[") {
		text = strings.ReplaceAll(text, "[[", "[ [")
	}
	return strings.TrimSpace(text) + "\n"
}
