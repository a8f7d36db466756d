package localmodel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
)

// ErrNotGGUF reports a file that is no GGUF model.
var ErrNotGGUF = errors.New("the file is no GGUF model")

// Installation is the record of the installed model and server, in installedFile. It is written
// after all other files, so it does not exist after an interrupted installation.
type Installation struct {
	Model         string `json:"model"` // name of the model
	Title         string `json:"title"`
	ContextTokens int    `json:"context"`
	ServerVersion string `json:"server"`  // version of the server
	ModelPath     string `json:"file"`    // path of the model in the folder
	ProgramPath   string `json:"program"` // path of the server's program in the folder
}

// Dir returns the folder of the installed model and server in a data directory.
func Dir(dataDir string) string { return filepath.Join(dataDir, "models") }

const installedFile = "installed.json"

// ReadInstallation returns the installation of a folder. If there is none, the error is
// fs.ErrNotExist.
func ReadInstallation(dir string) (Installation, error) {
	var in Installation
	text, err := os.ReadFile(filepath.Join(dir, installedFile))
	if err != nil {
		return in, err
	}
	return in, json.Unmarshal(text, &in)
}

// Install downloads a model and the server program for this machine into a folder. It then deletes
// earlier versions. An empty name means the first model of the list. After an interruption the next
// call continues. The error is ErrBusy while another command uses the folder. Rule
// operations-model.
func Install(ctx context.Context, dir string, l List, model string, client *http.Client, progress ProgressFunc) (Installation, error) {
	m, s, err := l.findModelAndServer(model)
	if err != nil {
		return Installation{}, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return Installation{}, err
	}
	unlock, err := lockFolder(dir)
	if err != nil {
		return Installation{}, err
	}
	defer unlock()
	in := Installation{Model: m.Name, Title: m.Title, ContextTokens: m.ContextTokens, ServerVersion: s.Version, ModelPath: m.Name + ".gguf"}
	if in.ProgramPath, err = installServer(ctx, dir, s, client, progress); err != nil {
		return Installation{}, err
	}
	if err := download(ctx, client, m.File, filepath.Join(dir, in.ModelPath), progress); err != nil {
		return Installation{}, err
	}
	if err := checkGGUF(filepath.Join(dir, in.ModelPath)); err != nil {
		return Installation{}, err
	}
	if err := storeInstallation(dir, in); err != nil {
		return Installation{}, err
	}
	return in, deleteOtherFiles(dir, in)
}

// ErrBusy reports that another command installs or removes a model.
var ErrBusy = errors.New("another command installs or removes a model; wait until it has ended")

const lockFile = "lock"

// lockFolder locks the folder against other commands until unlock is called.
func lockFolder(dir string) (unlock func(), err error) {
	f, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(ErrBusy, f.Close())
	}
	return func() { f.Close() }, nil
}

// deleteOtherFiles deletes everything in the folder that is not part of the installation:
// earlier models and servers, and files of commands that were killed.
func deleteOtherFiles(dir string, in Installation) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		switch e.Name() {
		case in.ModelPath, filepath.Dir(in.ProgramPath), installedFile, lockFile:
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// installServer loads and unpacks the server, and returns the path of its program in the
// folder. The folder of a server is named after the checksum of its archive.
func installServer(ctx context.Context, dir string, s Server, client *http.Client, progress ProgressFunc) (string, error) {
	folder := "server-" + s.SHA256[:16]
	program := filepath.Join(folder, s.Program)
	if _, err := os.Stat(filepath.Join(dir, program)); err == nil {
		return program, checkLoader(filepath.Join(dir, program))
	}
	archivePath := filepath.Join(dir, folder+".zip")
	if err := download(ctx, client, s.File, archivePath, progress); err != nil {
		return "", err
	}
	tempDir, err := os.MkdirTemp(dir, folder+"-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tempDir) // does nothing after success, because tempDir was renamed
	if err := unpack(archivePath, tempDir); err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.Join(tempDir, s.Program)); err != nil {
		return "", fmt.Errorf("the archive of the server has no %s", s.Program)
	}
	if err := checkLoader(filepath.Join(tempDir, s.Program)); err != nil {
		return "", errors.Join(err, os.Remove(archivePath))
	}
	if err := errors.Join(os.RemoveAll(filepath.Join(dir, folder)), os.Rename(tempDir, filepath.Join(dir, folder))); err != nil {
		return "", err
	}
	return program, os.Remove(archivePath)
}

// checkGGUF deletes a file that does not begin like a GGUF model, and returns ErrNotGGUF.
func checkGGUF(path string) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	magic := make([]byte, 4)
	if _, err := io.ReadFull(in, magic); err != nil || string(magic) != "GGUF" {
		return errors.Join(fmt.Errorf("%s: %w", filepath.Base(path), ErrNotGGUF), os.Remove(path))
	}
	return nil
}

// storeInstallation replaces installedFile atomically.
func storeInstallation(dir string, in Installation) error {
	text, err := json.MarshalIndent(in, "", "  ")
	if err != nil {
		return err
	}
	path := filepath.Join(dir, installedFile)
	f, err := os.OpenFile(path+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// Remove deletes the folder of an installation, installedFile first. It returns false if
// nothing is installed, and ErrBusy while another command uses the folder.
func Remove(dir string) (bool, error) {
	_, err := ReadInstallation(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	unlock, err := lockFolder(dir)
	if err != nil {
		return false, err
	}
	defer unlock()
	if err := os.Remove(filepath.Join(dir, installedFile)); err != nil {
		return false, err
	}
	return true, os.RemoveAll(dir)
}
