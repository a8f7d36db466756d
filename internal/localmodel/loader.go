package localmodel

import (
	"bytes"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrNoLibrary reports that the server needs a C library that this machine does not have.
var ErrNoLibrary = errors.New("the llama.cpp server needs a C library, which is missing here, as in the container image of Colloquy")

// checkLoader returns ErrNoLibrary if the loader that an ELF program names does not exist.
// The loader is part of the C library. Other programs are not checked. Rule operations-model.
func checkLoader(program string) error {
	f, err := elf.Open(program)
	if _, otherFormat := errors.AsType[*elf.FormatError](err); otherFormat || errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	for _, p := range f.Progs {
		if p.Type != elf.PT_INTERP {
			continue
		}
		path, err := io.ReadAll(p.Open())
		if err != nil {
			return err
		}
		loaderPath := string(bytes.TrimRight(path, "\x00"))
		if _, err := os.Stat(loaderPath); err != nil {
			return fmt.Errorf("%w (%s); run a model server elsewhere, such as in another container, and name it with COLLOQUY_LLM_URL or COLLOQUY_LLM_PLACES", ErrNoLibrary, loaderPath)
		}
	}
	return nil
}
