package config

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

const (
	minBackupInterval = time.Minute
	maxBackupInterval = 31 * 24 * time.Hour
	maxBackupKeep     = 1000
	// backupKeyName is the setting with the key of backups.
	backupKeyName = "COLLOQUY_BACKUP_KEY"
	// secretBackupKeyPrefix begins a key that encrypts and decrypts.
	secretBackupKeyPrefix = "AGE-SECRET-KEY-1"
	// publicBackupKeyPrefix begins a key that only encrypts.
	publicBackupKeyPrefix = "age1"
	// backupKeyComment begins a comment line of a key file.
	backupKeyComment = "#"
)

// checkBackups checks the settings of backups. A folder and a bucket must not both be set (rule
// operations-backup-bucket).
func (c *Config) checkBackups() error {
	var errs []error
	if !isBackupKey(c.BackupKey.Reveal()) {
		errs = append(errs, errors.New(backupKeyName+" is no key; make one with colloquy backup key"))
	}
	errs = append(errs, checkBucket("COLLOQUY_BACKUP_URL", c.BackupURL, "none"))
	settingName := "COLLOQUY_BACKUP_DIR"
	switch {
	case c.BackupDir == "" && c.BackupURL == "":
		return errors.Join(errs...)
	case c.BackupDir != "" && c.BackupURL != "":
		errs = append(errs, errors.New("COLLOQUY_BACKUP_DIR and COLLOQUY_BACKUP_URL are both set; backups go to one place: remove one of them"))
	case c.BackupURL != "":
		settingName = "COLLOQUY_BACKUP_URL"
	}
	if c.BackupEvery < minBackupInterval || c.BackupEvery > maxBackupInterval {
		errs = append(errs, fmt.Errorf("COLLOQUY_BACKUP_EVERY is %s; give a time from %s to %s, such as 24h", c.BackupEvery, minBackupInterval, maxBackupInterval))
	}
	if c.BackupKeepCount < 1 || c.BackupKeepCount > maxBackupKeep {
		errs = append(errs, fmt.Errorf("COLLOQUY_BACKUP_KEEP is %d; keep 1 to %d backups", c.BackupKeepCount, maxBackupKeep))
	}
	if c.DatabaseURL != "" {
		errs = append(errs, fmt.Errorf("%s is set but the database is PostgreSQL; back it up with pg_dump, and remove the setting", settingName))
	}
	return errors.Join(errs...)
}

// isBackupKey reports whether a text is empty or has a key after any comments and empty lines. Rule
// operations-backup-encrypted.
func isBackupKey(text string) bool {
	if text == "" {
		return true
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, backupKeyComment) {
			return strings.HasPrefix(line, secretBackupKeyPrefix) || strings.HasPrefix(line, publicBackupKeyPrefix)
		}
	}
	return false
}
