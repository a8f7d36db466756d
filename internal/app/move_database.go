package app

import (
	"context"
	"errors"
	"path/filepath"

	"colloquy/internal/audit"
	"colloquy/internal/backup"
	"colloquy/internal/config"
	"colloquy/internal/storage"
	"colloquy/internal/storage/move"
)

// MovedDatabase is the result of MoveDatabase.
type MovedDatabase struct {
	Tables   []move.MovedTable `json:"tables"`
	RowCount int64             `json:"rows"` // of all tables
	// SQLite is the path of the database file that was read. The file is unchanged.
	SQLite string `json:"sqlite_file"`
	// MediaFiles and MediaBytes count the files of the folder media, which are not moved. They are
	// 0 if media files are in a bucket.
	MediaFiles int   `json:"media_files"`
	MediaBytes int64 `json:"media_bytes"`
	// HasScheduledBackups reports whether the settings schedule backups. A service on PostgreSQL
	// refuses settings that schedule backups.
	HasScheduledBackups bool `json:"has_scheduled_backups"`
}

// errNoTarget reports that MoveDatabase has no PostgreSQL database.
var errNoTarget = errors.New("name the PostgreSQL database: colloquy move-database --url-file FILE, with postgres://... in the file")

// MoveDatabase copies the rows of the SQLite database into the empty PostgreSQL database of
// c.DatabaseURL and verifies them. It records the move in the audit log of PostgreSQL. It then
// marks the SQLite database, so that no service uses it again. Rule operations-move-database.
//
// Errors:
//   - storage.ErrLocked: a server uses the data directory
//   - storage.ErrOlderDatabase: the SQLite database is not migrated
//   - the errors of move.Run
func MoveDatabase(ctx context.Context, c config.Config, progress func(step string, rows int64)) (out MovedDatabase, err error) {
	if c.DatabaseURL == "" {
		return out, errNoTarget
	}
	db, err := storage.OpenForMove(ctx, c.DataDir)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	out.Tables, err = move.Run(ctx, move.Options{
		Source: db, URL: c.DatabaseURL.Reveal(), Progress: progress,
		Finish: func(ctx context.Context, tx storage.Querier) error {
			return audit.New(db, systemClock(c)).Write(ctx, tx, audit.Event{Name: audit.DatabaseMoved, ActorID: audit.OperatorActor, SubjectID: audit.OperatorActor})
		},
	})
	if err != nil {
		return out, err
	}
	if err := storage.MarkMoved(c.DataDir, systemClock(c).Now()); err != nil {
		return out, err
	}
	for _, t := range out.Tables {
		out.RowCount += t.RowCount
	}
	out.SQLite = filepath.Join(c.DataDir, storage.SQLiteFile)
	out.HasScheduledBackups = c.BackupDir != "" || c.BackupURL != ""
	if c.MediaURL == "" {
		out.MediaFiles, out.MediaBytes, err = mediaSize(c)
	}
	return out, err
}

// mediaSize returns the number and the bytes of the files in the folder media.
func mediaSize(c config.Config) (files int, bytes int64, err error) {
	err = addMediaFiles(func(e backup.Entry) error {
		files++
		bytes += e.Size
		return nil
	}, filepath.Join(c.DataDir, mediaFolder))
	return files, bytes, err
}
