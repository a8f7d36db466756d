package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	"colloquy/internal/app"
	"colloquy/internal/config"
	"colloquy/internal/storage"
	"colloquy/internal/storage/move"
)

type moveDatabaseCmd struct {
	operatorFlags
	URL     config.Secret `arg:"" optional:"" help:"The empty database, postgres://... Other users of this machine can see a password here: use --url-file. Without both: the database of COLLOQUY_DATABASE_URL."`
	URLFile string        `name:"url-file" placeholder:"FILE" help:"File that holds the address of the empty database."`
}

// target returns the address of the PostgreSQL database, or an empty one.
func (c *moveDatabaseCmd) target() (config.Secret, error) {
	urlInFile, err := readURLFile(c.URLFile)
	if err != nil {
		return "", err
	}
	var namedURL config.Secret
	for _, url := range []config.Secret{c.URL, urlInFile, c.DatabaseURL} {
		if url != "" && namedURL != "" && url != namedURL {
			return "", errors.New("two databases are named: give one, on the command line, in --url-file or in COLLOQUY_DATABASE_URL")
		}
		namedURL = cmp.Or(namedURL, url)
	}
	return namedURL, nil
}

func readURLFile(path string) (config.Secret, error) {
	if path == "" {
		return "", nil
	}
	url, err := config.ReadSecret(path)
	if err != nil {
		return "", fmt.Errorf("--url-file cannot be used: %w; name a file that holds the address and nothing else", err)
	}
	return url, nil
}

// shownChecksumLength is how many digits of a checksum the table shows.
const shownChecksumLength = 16

// Run moves the rows and prints the tables and the next steps.
func (c *moveDatabaseCmd) Run(ctx context.Context) error {
	var err error
	if c.DatabaseURL, err = c.target(); err != nil {
		return err
	}
	progress := printProgress
	if c.JSON {
		progress = func(string, int64) {}
	}
	moved, err := app.MoveDatabase(ctx, c.Config, progress)
	if err != nil {
		return explainMoveError(c.Config, err)
	}
	if c.JSON {
		return printJSON(os.Stdout, moved)
	}
	err = printTable(os.Stdout, "TABLE\tROWS\tCHECKSUM", moved.Tables, func(t move.MovedTable) string {
		return t.Name + "\t" + strconv.FormatInt(t.RowCount, 10) + "\t" + t.Checksum[:shownChecksumLength]
	})
	if err != nil {
		return err
	}
	return printNextSteps(c.DataDir, moved)
}

// printProgress prints how many rows are copied of a large table.
func printProgress(step string, rows int64) {
	if rows > 0 {
		fmt.Fprintf(os.Stderr, "%s: %d rows\n", step, rows)
	}
}

// printNextSteps prints what is left to do after a move.
func printNextSteps(dir string, moved app.MovedDatabase) error {
	fmt.Printf(`PostgreSQL has all %d rows of %d tables. They were read back and have the checksums of SQLite.
Next:
- Set COLLOQUY_DATABASE_URL, or COLLOQUY_DATABASE_URL_FILE, in the settings of the service, and start it.
- %s is unchanged. The service must not use it again: it would send mails and take payments a second time. Delete it when you do not need it any more.
`, moved.RowCount, len(moved.Tables), moved.SQLite)
	if moved.HasScheduledBackups {
		fmt.Println("- Remove COLLOQUY_BACKUP_DIR or COLLOQUY_BACKUP_URL, with which the service does not start on PostgreSQL, and schedule pg_dump: see Backup of PostgreSQL in the operations guide.")
	}
	if moved.MediaFiles > 0 {
		fmt.Printf("- %d pictures and recordings (%d bytes) are still in %s/media, where this machine goes on using them. For several processes, copy them into a bucket with colloquy move-media.\n", moved.MediaFiles, moved.MediaBytes, dir)
	}
	return nil
}

// explainMoveError returns an error that says what the operator can do about err. It returns other
// errors unchanged.
func explainMoveError(c config.Config, err error) error {
	switch {
	case errors.Is(err, move.ErrNotEmpty):
		return fmt.Errorf("%w. Nothing was changed there. If an earlier move has ended well, the database is complete: set COLLOQUY_DATABASE_URL and start the service. Otherwise make an empty database and name that one", err)
	case errors.Is(err, storage.ErrOlderDatabase):
		return fmt.Errorf("%w, without COLLOQUY_DATABASE_URL", err)
	case errors.Is(err, move.ErrOrphans):
		return fmt.Errorf("%w: delete these rows (see From SQLite to PostgreSQL in the operations guide), then run the command again", err)
	}
	if _, ok := errors.AsType[*move.ValueError](err); ok {
		return fmt.Errorf("%w: correct this value (see From SQLite to PostgreSQL in the operations guide), then run the command again", err)
	}
	return explainBackupError(c, err)
}

type moveMediaCmd struct{ operatorFlags }

// Run copies the media files and prints how many.
func (c *moveMediaCmd) Run(ctx context.Context) error {
	moved, err := app.MoveMedia(ctx, c.Config)
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(os.Stdout, moved)
	}
	_, err = fmt.Printf("The %s has all files of %s: %d copied now, %d were there. The folder is unchanged.\n", moved.Bucket, moved.Folder, moved.CopiedFileCount, moved.SkippedFileCount)
	return err
}
