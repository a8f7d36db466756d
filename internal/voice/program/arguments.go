package program

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"colloquy/internal/voice/sound"
	"colloquy/internal/voice/speech"
)

// languages maps tags to voices of espeak-ng. A tag without a voice uses its first part. The
// names are those of the files of the voices: espeak-ng ignores the variant after others,
// such as en-gb and fr-fr.
var languages = map[string]string{
	"en": "en", "en-gb": "en", "en-us": "en-us", "en-ca": "en-us",
	"de": "de", "es": "es", "es-mx": "es-419", "fr": "fr", "it": "it", "nl": "nl", "pl": "pl", "pt": "pt", "pt-br": "pt-br",
	"ru": "ru", "uk": "uk", "tr": "tr", "ar": "ar", "he": "he", "hi": "hi", "bn": "bn", "ta": "ta", "te": "te", "ur": "ur", "fa": "fa",
	"zh": "cmn", "ja": "ja", "ko": "ko", "vi": "vi", "id": "id", "sv": "sv", "da": "da", "nb": "nb", "no": "nb", "fi": "fi",
	"cs": "cs", "sk": "sk", "hu": "hu", "ro": "ro", "bg": "bg", "el": "el", "hr": "hr", "sr": "sr", "la": "la",
}

// variants maps voices of personas, and genders, to variants of espeak-ng.
var variants = map[string]string{
	"female-1": "+f3", "female-2": "+f2", "female-3": "+f4", "female-4": "+f5",
	"male-1": "+m3", "male-2": "+m1", "male-3": "+m7", "male-4": "+m4",
	"female": "+f3", "male": "+m3",
}

const (
	wordsAMinute = 175 // at rate 1
	middlePitch  = 50  // of 0 to 99
)

// eSpeakArguments returns the arguments for r. Each is a constant, from a table, or a number.
func eSpeakArguments(r speech.Request) []string {
	return []string{
		"--stdin", "--stdout", "-v", eSpeakVoice(r),
		"-s", strconv.Itoa(int(wordsAMinute * sound.Clamp(r.Rate, 0.5, 2))),
		"-p", strconv.Itoa(int(min(middlePitch*sound.Clamp(r.Pitch, 0.5, 2), 99))),
	}
}

func eSpeakVoice(r speech.Request) string {
	tag := strings.ToLower(r.Language)
	first, _, _ := strings.Cut(tag, "-")
	language := "en"
	for _, t := range []string{first, tag} {
		if l := languages[t]; l != "" {
			language = l
		}
	}
	if v := variants[r.Voice]; v != "" && !r.Own {
		return language + v
	}
	return language + variants[r.Gender]
}

// piperArguments returns the arguments for requests to a model, which has one voice.
func piperArguments(model string) func(speech.Request) []string {
	return func(r speech.Request) []string {
		scale := strconv.FormatFloat(1/sound.Clamp(r.Rate, 0.5, 2), 'f', 2, 64)
		return []string{"--model", model, "--length_scale", scale, "--output_file", "-"}
	}
}

// piperModel returns the path of the model: file, or without one the first in the usual
// folders, or "" if there is none.
func piperModel(file string) string {
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

// plain returns text without what the programs read as commands: espeak-ng reads phonemes
// between double brackets, and piper makes a file of each line.
func plain(text string) string {
	text = sound.Plain(text)
	for strings.Contains(text, "[[") {
		text = strings.ReplaceAll(text, "[[", "[ [")
	}
	return strings.TrimSpace(text) + "\n"
}
