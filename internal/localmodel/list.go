// Package localmodel installs a small language model and a llama.cpp server, and runs the server as
// a child process. It downloads both and checks their SHA-256. Other packages use the server as an
// OpenAI-compatible server on this machine.
package localmodel

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"regexp"
	"runtime"
	"strings"
	"time"
)

//go:embed list.json
var builtInList []byte

// List has the models and servers that can be installed.
type List struct {
	Models  []Model  `json:"models"`
	Servers []Server `json:"servers"`
}

// File is the address and the checksum of a file to download.
type File struct {
	URL    string `json:"url"`
	Size   int64  `json:"size"`   // in bytes
	SHA256 string `json:"sha256"` // in hex
}

// Model is a language model in a GGUF file.
type Model struct {
	Name          string `json:"name"` // argument of the command that installs it
	Title         string `json:"title"`
	License       string `json:"license"`
	ContextTokens int    `json:"context"`    // tokens that the server reads at once
	MemoryMiB     int    `json:"memory_mib"` // memory that the server needs, in MiB
	File
}

// Server is a llama.cpp server for one kind of machine, in a ZIP archive.
type Server struct {
	OS      string `json:"os"`
	Arch    string `json:"arch"`
	Version string `json:"version"`
	License string `json:"license"`
	Program string `json:"program"` // file name of the program, which may be in any folder of the archive
	File
}

// Errors of lists.
var (
	ErrUnknownModel = errors.New("the list has no such model")
	ErrNoServer     = errors.New("the list has no server for this machine")
)

// Limits of a list that is fetched from an address.
const (
	maxListBytes = 1 << 20
	listTimeout  = 30 * time.Second
)

// ReadList reads a list from a file or an https address; "" means the built-in list. The list
// decides which program runs, so plain http is accepted only from this machine.
func ReadList(ctx context.Context, client *http.Client, from string) (List, error) {
	text, err := builtInList, error(nil)
	switch {
	case strings.HasPrefix(from, "https://"), isLocalHTTP(from):
		text, err = fetchList(ctx, client, from)
	case strings.HasPrefix(from, "http://"):
		return List{}, errors.New("the list of models must be fetched by https: it decides which program is run")
	case from != "":
		text, err = os.ReadFile(from)
	}
	if err != nil {
		return List{}, fmt.Errorf("the list of models cannot be read: %w", err)
	}
	var l List
	if err := json.Unmarshal(text, &l); err != nil {
		return List{}, fmt.Errorf("the list of models is no JSON of the expected form: %w", err)
	}
	return l, l.checkEntries()
}

func fetchList(ctx context.Context, client *http.Client, address string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	httpsOnlyClient := *client
	httpsOnlyClient.CheckRedirect = func(r *http.Request, _ []*http.Request) error {
		if r.URL.Scheme != "https" {
			return errors.New("it leads to plain http")
		}
		return nil
	}
	answer, err := httpsOnlyClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answers %s", address, answer.Status)
	}
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxListBytes+1))
	if err == nil && len(text) > maxListBytes {
		err = errors.New("it is too long")
	}
	return text, err
}

// isLocalHTTP reports whether an address is plain http on this machine.
func isLocalHTTP(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" {
		return false
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return u.Hostname() == "localhost" || err == nil && ip.IsLoopback()
}

var (
	checksumPattern = regexp.MustCompile(`^[0-9a-f]{64}$`)
	namePattern     = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,63}$`) // for names of models and programs, which are also file names
)

// checkEntries returns an error if an entry is incomplete, or if the name of a model or a program
// does not match namePattern.
func (l List) checkEntries() error {
	for _, m := range l.Models {
		if !namePattern.MatchString(m.Name) || !m.hasAllFields() || m.ContextTokens <= 0 {
			return fmt.Errorf("the list of models: %q needs a name of small letters, url, size, sha256 and context", m.Name)
		}
	}
	for _, s := range l.Servers {
		if !namePattern.MatchString(s.Program) || !s.hasAllFields() {
			return fmt.Errorf("the list of models: the server for %s/%s needs program, url, size and sha256", s.OS, s.Arch)
		}
	}
	return nil
}

func (f File) hasAllFields() bool {
	return f.URL != "" && f.Size > 0 && checksumPattern.MatchString(f.SHA256)
}

// findModelAndServer returns the model with a name, or the first model for "", and the
// server for this machine. Rule operations-model.
func (l List) findModelAndServer(model string) (Model, Server, error) {
	var names []string
	for _, m := range l.Models {
		if names = append(names, m.Name); model != "" && m.Name != model {
			continue
		}
		for _, s := range l.Servers {
			if s.OS == runtime.GOOS && s.Arch == runtime.GOARCH {
				return m, s, nil
			}
		}
		return Model{}, Server{}, fmt.Errorf("%w (%s/%s): install Ollama or llama.cpp yourself, which is found by itself, or name a list with COLLOQUY_MODEL_LIST", ErrNoServer, runtime.GOOS, runtime.GOARCH)
	}
	return Model{}, Server{}, fmt.Errorf("%w: %q; it has %s", ErrUnknownModel, model, strings.Join(names, ", "))
}
