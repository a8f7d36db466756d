package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/backup"
	"colloquy/internal/config"
	"colloquy/internal/storage"
)

// backupCmd has the commands about backups. They work while the server runs.
type backupCmd struct {
	Make   makeBackupCmd   `cmd:"" default:"withargs" help:"Make a backup (default)."`
	Verify verifyBackupCmd `cmd:"" help:"Read a backup and check all of it."`
	Key    backupKeyCmd    `cmd:"" help:"Print a new key for COLLOQUY_BACKUP_KEY."`
}

type makeBackupCmd struct {
	operatorFlags
	Target string `arg:"" optional:"" help:"Existing folder, or name of the new file: it ends in .tar.gz, or in .tar.gz.age with a key. Without it: the bucket or folder of scheduled backups."`
}

// Run makes a backup and prints its path.
func (c *makeBackupCmd) Run(ctx context.Context) error {
	path, m, err := app.Backup(ctx, c.Config, version, c.Target)
	if err != nil {
		return explainBackupError(c.Config, err)
	}
	if c.JSON {
		return printJSON(os.Stdout, toBackupJSON(path, m))
	}
	_, err = fmt.Printf("%s has the database and %s.\n", path, describeMedia(m))
	return err
}

type verifyBackupCmd struct {
	operatorFlags
	File string `arg:"" help:"The backup."`
}

// Run checks a backup and prints its date, its version, and what data it contains.
func (c *verifyBackupCmd) Run(ctx context.Context) error {
	m, err := app.VerifyBackup(ctx, c.File, c.BackupKey.Reveal())
	if err != nil {
		return explainBackupError(c.Config, err)
	}
	if c.JSON {
		return printJSON(os.Stdout, toBackupJSON(c.File, m))
	}
	_, err = fmt.Printf("%s is whole: the database (schema %d) and %s, of %s, made by version %s.\n", c.File, m.SchemaVersion, describeMedia(m), m.CreatedAt.Format(time.RFC3339), m.ProgramVersion)
	return err
}

type backupKeyCmd struct {
	JSON bool `help:"Print JSON."`
}

type backupKeyJSON struct {
	SecretKey string `json:"secret"`
	PublicKey string `json:"public"`
}

// Run prints a new key as a key file of the program age. COLLOQUY_BACKUP_KEY_FILE can name this
// file.
func (c *backupKeyCmd) Run() error {
	secret, public, err := backup.NewKey()
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(os.Stdout, backupKeyJSON{secret, public})
	}
	_, err = fmt.Printf("# Keep this file away from the server: without it no backup can be read.\n# COLLOQUY_BACKUP_KEY of a server that makes backups and cannot read them:\n# public key: %s\n%s\n", public, secret)
	return err
}

type restoreCmd struct {
	operatorFlags
	File        string `arg:"" help:"The backup."`
	Revocations string `name:"revocations" placeholder:"FILE" help:"A saved copy of revocations.jsonl, if the data directory is lost."`
}

type restoredJSON struct {
	Backup backupJSON `json:"backup"`
	app.RestoreResult
}

// Run restores a backup and prints where the former data are.
func (c *restoreCmd) Run(ctx context.Context) error {
	m, restored, err := app.Restore(ctx, c.Config, app.RestoreOptions{File: c.File, RevocationsFile: c.Revocations})
	if err != nil {
		return explainBackupError(c.Config, err)
	}
	if c.JSON {
		return printJSON(os.Stdout, restoredJSON{toBackupJSON(c.File, m), restored})
	}
	fmt.Printf("%s has the data of %s now: the database and %s.\n", c.DataDir, m.CreatedAt.Format(time.RFC3339), describeMedia(m))
	return printRestored(restored)
}

type rollbackCmd struct {
	operatorFlags
	Yes bool `help:"Undo the last migration even if a later upgrade had none, and lose what was written since the migration."`
}

type rolledBackJSON struct {
	Copy storage.MigrationCopy `json:"copy"`
	app.RestoreResult
}

// Run puts back the copy of the database from before the last migration, and prints the version
// to which the copy belongs.
func (c *rollbackCmd) Run(ctx context.Context) error {
	oldCopy, restored, err := app.Rollback(ctx, c.Config, c.Yes)
	if err != nil {
		return explainBackupError(c.Config, err)
	}
	if c.JSON {
		return printJSON(os.Stdout, rolledBackJSON{oldCopy, restored})
	}
	fmt.Printf("%s has the database of %s now, from before a migration. It belongs to %s\n", c.DataDir, oldCopy.CopiedAt.Format(time.RFC3339), describeVersionToStart(oldCopy, version))
	return printRestored(restored)
}

// describeVersionToStart says to which version a copy belongs, and which version the operator has to start.
// current is the running version.
func describeVersionToStart(c storage.MigrationCopy, current string) string {
	name := "a version that was not recorded"
	switch c.ProgramVersion {
	case "":
	case current:
		return fmt.Sprintf("this version, %s (schema %d): start it.", current, c.SchemaVersion)
	default:
		name = "version " + c.ProgramVersion
	}
	return fmt.Sprintf("%s (schema %d): start that version. This one would migrate it again.", name, c.SchemaVersion)
}

// printRestored prints the warnings, the numbers of revocations that were applied again, and
// where the former data are.
func printRestored(restored app.RestoreResult) error {
	for _, warning := range restored.Warnings {
		fmt.Fprintln(os.Stderr, "colloquy:", warning)
	}
	_, err := fmt.Printf(`What was written after that time is not there any more. Revoked again:
  accounts deleted at the next start   %d
  passwords that must be reset         %d
  administrators                       %d
  characters hidden or shown           %d
  sessions ended                       %d
  waiting mails dropped                %d
The former data are in %s. Delete them when you do not need them any more.
`, restored.DeletedAccountCount, restored.DroppedPasswordCount, restored.RevokedAdminCount, restored.ChangedCharacterCount, restored.EndedSessionCount, restored.DroppedMailCount, restored.FormerDataDir)
	return err
}

// describeMedia returns how many media files a backup has, in words, or that the pictures are in a
// bucket.
func describeMedia(m backup.Manifest) string {
	if m.MediaLocation == backup.MediaInBucket {
		return "no pictures, which are in a bucket"
	}
	if n := m.MediaFileCount(); n != 1 {
		return fmt.Sprintf("%d media files", n)
	}
	return "1 media file"
}

type backupJSON struct {
	File           string    `json:"file"`
	CreatedAt      time.Time `json:"created_at"`
	Version        string    `json:"version"`
	SchemaVersion  int64     `json:"schema"`
	Bytes          int64     `json:"bytes"`
	MediaLocation  string    `json:"media"`
	MediaFileCount int       `json:"media_files"`
}

func toBackupJSON(path string, m backup.Manifest) backupJSON {
	return backupJSON{path, m.CreatedAt, m.ProgramVersion, m.SchemaVersion, m.TotalSize(), m.MediaLocation, m.MediaFileCount()}
}

// explainBackupError returns an error with advice for the operator. If there is no advice about the
// argument err, the result is err.
func explainBackupError(c config.Config, err error) error {
	if e, is := errors.AsType[*app.NotLastUpgradeError](err); is {
		return fmt.Errorf("the last upgrade had no migration, so start the version before it, if it does not run already: nothing is lost. The migration before it was by version %s; to undo that one too, and lose what was written since %s, add --yes",
			e.Copy.MigratedByVersion, e.Copy.CopiedAt.Format(time.RFC3339))
	}
	switch {
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%w: the user of this command must be able to read a file that is restored (install -o colloquy -m 600 FILE /var/tmp/ makes a copy for the service), and to write where a backup is made", err)
	case errors.Is(err, storage.ErrLocked):
		return fmt.Errorf("a server uses %s: stop it first, then run the command again", c.DataDir)
	case errors.Is(err, storage.ErrNoDatabase):
		return fmt.Errorf("there is no database in %s: name the data directory of the server with --data-dir", c.DataDir)
	case errors.Is(err, storage.ErrNoMigrationCopy):
		return fmt.Errorf("%s has no copy from before its last migration: if the last upgrade had no migration, start the version before it; otherwise restore a backup with colloquy restore FILE", c.DataDir)
	case errors.Is(err, storage.ErrAlreadyPutBack):
		return errors.New("the copy from before the last migration was put back already, and what was written since would be lost: to go back further, restore a backup with colloquy restore FILE")
	}
	return err
}
