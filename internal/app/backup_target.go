package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"colloquy/internal/backup"
	"colloquy/internal/backup/place"
	"colloquy/internal/config"
	"colloquy/internal/storage"
)

var errNoBackupTarget = errors.New("name a folder or a new file for the backup, or set COLLOQUY_BACKUP_URL or COLLOQUY_BACKUP_DIR")

// chooseBackupPlace returns the place of scheduled backups: the configured bucket or
// folder, or else nil. Rule operations-backup-bucket.
func chooseBackupPlace(c config.Config) (place.Place, error) {
	switch {
	case c.BackupURL != "":
		b, err := place.NewBucket(c.BackupURL.Reveal(), filepath.Join(c.DataDir, storage.BackupsDir))
		if err != nil {
			return nil, fmt.Errorf("COLLOQUY_BACKUP_URL: %w", err)
		}
		return b, nil
	case c.BackupDir != "":
		return place.Folder(c.BackupDir), nil
	}
	return nil, nil
}

// backupTarget returns the place for a target of the command line. name is set if the target is a
// file. Without a target it returns the place of scheduled backups. The error is errNoBackupTarget
// if the settings have no such place. Rule operations-backup-bucket.
func backupTarget(c config.Config, target string) (to place.Place, name string, err error) {
	if target == "" {
		if to, err = chooseBackupPlace(c); to == nil && err == nil {
			err = errNoBackupTarget
		}
		return to, "", err
	}
	key, err := backup.ParseKey(c.BackupKey.Reveal())
	if err != nil {
		return nil, "", err
	}
	if info, err := os.Stat(target); err == nil && info.IsDir() {
		return place.Folder(target), "", nil
	}
	extension := backup.Extension
	if key.Encrypts() {
		extension = backup.EncryptedExtension
	}
	folder := filepath.Dir(target)
	switch into, err := os.Stat(folder); {
	case err == nil && !into.IsDir():
		return nil, "", fmt.Errorf("%s is no folder", folder)
	case err != nil:
		return nil, "", fmt.Errorf("the folder of the backup cannot be used: %w; make it first, or mount its disk", err)
	case !strings.HasSuffix(target, extension):
		return nil, "", fmt.Errorf("%s is no existing folder, and as the name of a file it must end in %s", target, extension)
	}
	return place.Folder(folder), filepath.Base(target), nil
}
