package config

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/joho/godotenv"
)

// File has the settings of a configuration file. Its lines are NAME=value with the names of the
// environment variables; # begins a comment. Flags and environment variables have precedence over
// the file. The zero value has no settings.
type File struct {
	Path   string
	mode   fs.FileMode
	values map[string]string
}

// dollarPlaceholder stands for $ while a file is parsed. No text contains this character.
const dollarPlaceholder = "\uE000"

// settingLinePattern matches NAME=value.
var settingLinePattern = regexp.MustCompile(`^(?:export )?[A-Za-z_][A-Za-z0-9_.]*\s*[=:]`)

// ReadFile reads a configuration file. A line that it cannot read is an error (rule
// operations-config).
func ReadFile(path string) (File, error) {
	in, err := os.Open(path)
	if err != nil {
		return File{}, fmt.Errorf("the configuration file cannot be read: %w", err)
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return File{}, fmt.Errorf("the configuration file cannot be read: %w", err)
	}
	text, err := io.ReadAll(in)
	if err != nil {
		return File{}, fmt.Errorf("the configuration file cannot be read: %w", err)
	}
	// A password may contain $NAME, which the parser would replace with the value of a variable.
	values, err := godotenv.UnmarshalBytes(bytes.ReplaceAll(text, []byte("$"), []byte(dollarPlaceholder)))
	if err != nil {
		return File{}, fmt.Errorf("%s has a line that is not NAME=value%s; put texts with spaces in quotation marks", path, firstBadLine(string(text)))
	}
	for name, value := range values {
		values[name] = strings.ReplaceAll(value, dollarPlaceholder, "$")
	}
	return File{path, info.Mode().Perm(), values}, nil
}

// firstBadLine returns the number of the first line without a name and an equals sign, such as
// " (line 3)", or "". It does not return the line, which may have a secret.
func firstBadLine(text string) string {
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") && !settingLinePattern.MatchString(line) {
			return fmt.Sprintf(" (line %d)", n)
		}
	}
	return ""
}

// Lookup returns the value of an environment variable in the file.
func (f File) Lookup(variable string) (value string, ok bool) {
	value, ok = f.values[variable]
	return value, ok
}

// WithoutOverriddenSecrets returns the settings without the secrets that the environment replaces. A
// secret has two forms: NAME and NAME_FILE. One form in the environment replaces the other form in
// the file (rule operations-config). lookup is os.LookupEnv.
func (f File) WithoutOverriddenSecrets(lookup func(string) (string, bool)) File {
	values := maps.Clone(f.values)
	var c Config
	for _, s := range c.secrets() {
		for name, other := range map[string]string{s.env: s.fileEnv(), s.fileEnv(): s.env} {
			if value, _ := lookup(name); value != "" {
				delete(values, other)
			}
		}
	}
	f.values = values
	return f
}

// Warnings returns what is suspicious in the file: names that are no setting, and secrets
// in a file that other users of the machine can read (rule operations-config).
func (f File) Warnings() []string {
	names := slices.Sorted(maps.Keys(f.values))
	out := unknownVariables(names)
	for _, name := range names {
		if !strings.HasPrefix(name, envPrefix) {
			out = append(out, fmt.Sprintf("%s lacks the prefix %s and does nothing.", name, envPrefix))
		}
	}
	if name := f.secretNameInFile(); name != "" && f.mode&0o007 != 0 {
		out = append(out, fmt.Sprintf("%s holds %s and everybody on this machine can read it: chmod 640 %s", f.Path, name, f.Path))
	}
	return out
}

// secretNameInFile returns the variable of a secret that the file sets, or "".
func (f File) secretNameInFile() string {
	var c Config
	for _, s := range c.secrets() {
		if f.values[s.env] != "" {
			return s.env
		}
	}
	return ""
}
