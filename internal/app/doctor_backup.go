package app

import (
	"context"
	"time"

	"colloquy/internal/backup"
	"colloquy/internal/backup/place"
	"colloquy/internal/config"
	"colloquy/internal/doctor"
)

// examineBackups checks that the place of scheduled backups can be used, and checks the age of the
// newest backup in it. Rule operations-doctor.
func examineBackups(ctx context.Context, c config.Config, now time.Time) []doctor.Finding {
	to, err := chooseBackupPlace(c)
	_, keyErr := backup.ParseKey(c.BackupKey.Reveal())
	switch {
	case keyErr != nil:
		return oneFinding(doctor.Bad, keyErr.Error(), "correct the setting: the service does not start with it")
	case c.DatabaseURL != "":
		return oneFinding(doctor.Warning, "PostgreSQL is backed up by your own tools", "see Backup of PostgreSQL in the operations guide")
	case err != nil:
		return oneFinding(doctor.Bad, err.Error(), "correct the setting")
	case to == nil && c.PublicHost() == "":
		return oneFinding(doctor.Good, "none is scheduled, and only this machine uses the service", "")
	case to == nil:
		return oneFinding(doctor.Warning, "no backup is scheduled", "set COLLOQUY_BACKUP_URL to a bucket, or COLLOQUY_BACKUP_DIR to a folder on another disk")
	}
	names, err := to.Names(ctx)
	if err != nil {
		return oneFinding(doctor.Bad, "the "+to.Kind()+" of backups cannot be read: "+err.Error(), to.AdviceIfUnusable())
	}
	return append(examineBackupAge(c, names, to.Kind(), now), examineBackupPlace(ctx, to)...)
}

// examineBackupAge checks the age of the newest of the backups with the given names. An age
// of more than two intervals of the schedule is bad.
func examineBackupAge(c config.Config, names []string, kind string, now time.Time) []doctor.Finding {
	if len(names) == 0 {
		return oneFinding(doctor.Warning, "there is no backup yet", "start the service, which makes one within a minute; restart it if it runs with former settings")
	}
	newestTime, _ := backup.TimeInName(names[0])
	text := "the newest backup is of " + newestTime.UTC().Format(time.DateTime) + " UTC"
	if now.Sub(newestTime) > 2*c.BackupEvery {
		return oneFinding(doctor.Bad, text, "see the log for why it fails: room on the disk, or rights of the "+kind)
	}
	return oneFinding(doctor.Good, text, "")
}

// examineBackupPlace writes, reads and deletes a small file where scheduled backups go.
func examineBackupPlace(ctx context.Context, to place.Place) []doctor.Finding {
	if err := to.Probe(ctx); err != nil {
		return oneFinding(doctor.Bad, "the "+to.Kind()+" of backups does not take and give up a small file: "+err.Error(), to.AdviceIfUnusable())
	}
	return oneFinding(doctor.Good, "a small file was written to the "+to.Kind()+" of backups and deleted", "")
}
