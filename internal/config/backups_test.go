package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"colloquy/internal/config"
)

const (
	noBackupKeyText    = "COLLOQUY_BACKUP_KEY is no key; make one with colloquy backup key"
	noBackupBucketText = "COLLOQUY_BACKUP_URL is no bucket; give s3://key:secret@host/bucket?region=us-east-1, with signs such as / in the secret as %2F, or leave it empty for none"
)

func withBackupDir(change func(c *config.Config)) func(c *config.Config) {
	return func(c *config.Config) {
		c.BackupDir, c.BackupEvery, c.BackupKeepCount = "/srv/backups", 24*time.Hour, 7
		change(c)
	}
}

func withBackupBucket(change func(c *config.Config)) func(c *config.Config) {
	return func(c *config.Config) {
		c.BackupURL, c.BackupEvery, c.BackupKeepCount = "s3://k:s@store/bucket", 24*time.Hour, 7
		change(c)
	}
}

// rules operations-backup-scheduled, operations-backup-bucket
func TestInvalidBackupSettingsAreExplained(t *testing.T) {
	checkValidationTexts(t, map[string]validationCase{
		"scheduled":       {withBackupDir(func(*config.Config) {}), ""},
		"none":            {func(c *config.Config) { c.BackupKeepCount, c.BackupEvery = -1, 0 }, ""},
		"secret key":      {func(c *config.Config) { c.BackupKey = "AGE-SECRET-KEY-1CANARY" }, ""},
		"public key":      {func(c *config.Config) { c.BackupKey = "age1canary" }, ""},
		"key file":        {func(c *config.Config) { c.BackupKey = "# public key: age1\n\nAGE-SECRET-KEY-1CANARY" }, ""},
		"only a comment":  {func(c *config.Config) { c.BackupKey = "# pw-canary" }, noBackupKeyText},
		"a password":      {func(c *config.Config) { c.BackupKey = "pw-canary" }, noBackupKeyText},
		"too often":       {withBackupDir(func(c *config.Config) { c.BackupEvery = time.Second }), "COLLOQUY_BACKUP_EVERY is 1s; give a time from 1m0s to 744h0m0s, such as 24h"},
		"hardly ever":     {withBackupDir(func(c *config.Config) { c.BackupEvery = 1000 * time.Hour }), "COLLOQUY_BACKUP_EVERY is 1000h0m0s; give a time from 1m0s to 744h0m0s, such as 24h"},
		"none is kept":    {withBackupDir(func(c *config.Config) { c.BackupKeepCount = 0 }), "COLLOQUY_BACKUP_KEEP is 0; keep 1 to 1000 backups"},
		"too many":        {withBackupDir(func(c *config.Config) { c.BackupKeepCount = 999999 }), "COLLOQUY_BACKUP_KEEP is 999999; keep 1 to 1000 backups"},
		"a bucket":        {withBackupBucket(func(*config.Config) {}), ""},
		"no bucket":       {withBackupBucket(func(c *config.Config) { c.BackupURL = "s3://k:pw-canary@store" }), noBackupBucketText},
		"a folder as one": {withBackupBucket(func(c *config.Config) { c.BackupURL = "/srv/backups" }), noBackupBucketText},
		"both":            {withBackupBucket(func(c *config.Config) { c.BackupDir = "/srv/backups" }), "COLLOQUY_BACKUP_DIR and COLLOQUY_BACKUP_URL are both set; backups go to one place: remove one of them"},
		"none in bucket":  {withBackupBucket(func(c *config.Config) { c.BackupKeepCount = 0 }), "COLLOQUY_BACKUP_KEEP is 0; keep 1 to 1000 backups"},
		"PostgreSQL, URL": {withBackupBucket(func(c *config.Config) { c.DatabaseURL = "postgres://db/c" }), "COLLOQUY_BACKUP_URL is set but the database is PostgreSQL; back it up with pg_dump, and remove the setting"},
		"with PostgreSQL": {withBackupDir(func(c *config.Config) { c.DatabaseURL = "postgres://db/c" }), "COLLOQUY_BACKUP_DIR is set but the database is PostgreSQL; back it up with pg_dump, and remove the setting"},
	})
}

// TestPlaceOfBackupsIsRead: the folder and the bucket are read in separate configurations,
// because only one of them may be set.
// rules operations-backup-scheduled, operations-backup-bucket
func TestPlaceOfBackupsIsRead(t *testing.T) {
	if c := mustParseConfig(t, map[string]string{"COLLOQUY_BACKUP_DIR": "/srv/backups"}); c.BackupDir != "/srv/backups" {
		t.Errorf("the folder is %q", c.BackupDir)
	}
	file := filepath.Join(t.TempDir(), "url")
	if err := os.WriteFile(file, []byte("s3://k:s@store/other\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][2]string{
		"COLLOQUY_BACKUP_URL":      {"s3://k:s@store/bucket", "s3://k:s@store/bucket"},
		"COLLOQUY_BACKUP_URL_FILE": {file, "s3://k:s@store/other"},
	} {
		c := mustParseConfig(t, map[string]string{name: want[0]})
		if c.BackupURL.Reveal() != want[1] || strings.Contains(fmt.Sprintf("%v %+v", c, c), "s@store") {
			t.Errorf("%s: the bucket is %q, printed as %v", name, c.BackupURL.Reveal(), c.BackupURL)
		}
	}
}
