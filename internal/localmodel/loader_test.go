package localmodel

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// elfProgram returns an ELF program that names a loader and does nothing else.
func elfProgram(t *testing.T, loader string) string {
	t.Helper()
	header := elf.Header64{
		Ident: [elf.EI_NIDENT]byte{0x7f, 'E', 'L', 'F', byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)},
		Type:  uint16(elf.ET_DYN), Machine: uint16(elf.EM_X86_64), Version: uint32(elf.EV_CURRENT), Phnum: 1,
	}
	segment := elf.Prog64{Type: uint32(elf.PT_INTERP), Filesz: uint64(len(loader) + 1), Memsz: uint64(len(loader) + 1)}
	header.Ehsize, header.Phentsize = uint16(binary.Size(header)), uint16(binary.Size(segment))
	header.Phoff = uint64(header.Ehsize)
	segment.Off = header.Phoff + uint64(header.Phentsize)
	var b bytes.Buffer
	for _, part := range []any{header, segment, []byte(loader + "\x00")} {
		if err := binary.Write(&b, binary.LittleEndian, part); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// The server program needs a C library. Without the library the installation fails before the
// download of the model. It leaves no files of the server. With the library the installation
// succeeds.
// rule operations-model
func TestServerWithoutCLibraryIsRefused(t *testing.T) {
	loader := filepath.Join(t.TempDir(), "ld-linux.so")
	s, l := newFileServer(t)
	s.filesByPath["/server.zip"] = zipArchive(t, map[string]string{"llama-server": elfProgram(t, loader)})
	l.Servers[0].File = s.fileEntry("/server.zip")
	dir := t.TempDir()
	checkRefused := func(when string) {
		t.Helper()
		if err := installFirstModel(t, s, dir, l); !errors.Is(err, ErrNoLibrary) || !strings.Contains(err.Error(), loader) {
			t.Errorf("%s: %v", when, err)
		}
	}
	checkRefused("without the library")
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 || left[0].Name() != lockFile {
		t.Errorf("left %q, %v", left, err)
	}
	if _, err := ReadInstallation(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is installed: %v", err)
	}
	if err := os.WriteFile(loader, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := installFirstModel(t, s, dir, l); err != nil {
		t.Errorf("with the library: %v", err)
	}
	if err := os.Remove(loader); err != nil {
		t.Fatal(err)
	}
	checkRefused("in a folder that a machine with the library has filled")
}
