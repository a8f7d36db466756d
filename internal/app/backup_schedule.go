package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"colloquy/internal/backup"
	"colloquy/internal/backup/place"
	"colloquy/internal/core"
	"colloquy/internal/obs"
)

const (
	// backupCheckInterval is how often the schedule looks whether a backup is due.
	backupCheckInterval = time.Minute
	// After a failure the next attempt waits for backupCheckInterval, then twice as long each time,
	// up to maxBackupRetryPause (rule operations-backup-scheduled).
	maxBackupRetryPause = time.Hour
	// abandonedBackupAge is the age from which an unfinished file or upload is deleted, because
	// it belongs to a process that was killed (rule operations-backup-bucket).
	abandonedBackupAge = 24 * time.Hour
)

// backupSchedule makes backups in a place at the interval BackupEvery and keeps the newest
// ones. Rule operations-backup-scheduled.
type backupSchedule struct {
	maker   *backupMaker
	place   place.Place
	metrics *obs.BackupMetrics
	log     *slog.Logger

	mu          sync.Mutex
	lastStart   time.Time     // start of the last backup; zero until the schedule knows a backup
	lastElapsed time.Duration // monotonic time of lastStart
	retryPause  time.Duration // time from the last failure to the next attempt
	retryAt     time.Duration // monotonic time before which no attempt is made; 0 after a success
	lastErr     error         // of the last attempt
}

func newBackupSchedule(maker *backupMaker, to place.Place, metrics *obs.Metrics, log *slog.Logger) *backupSchedule {
	return &backupSchedule{maker: maker, place: to, metrics: metrics.NewBackupMetrics(maker.clock.Now), log: log}
}

// run makes backups until ctx ends.
func (s *backupSchedule) run(ctx context.Context) {
	ticker := time.NewTicker(backupCheckInterval)
	defer ticker.Stop()
	for {
		s.makeBackupIfDue(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// makeBackupIfDue makes a backup if the last one is too old, and then deletes old ones. An error
// is logged.
func (s *backupSchedule) makeBackupIfDue(ctx context.Context) {
	due, err := s.isDue(ctx)
	if err == nil && !due {
		return
	}
	isBackupMade := false
	startedAt := s.maker.clock.Now()
	if err == nil {
		var path string
		var m backup.Manifest
		if path, m, err = s.maker.makeBackup(ctx, s.place, ""); err == nil {
			isBackupMade = true
			s.log.InfoContext(ctx, "backup made", "file", filepath.Base(path), "bytes", m.TotalSize(), "media", m.MediaFileCount())
			err = s.deleteOldBackups(ctx, filepath.Base(path))
		}
	}
	if ctx.Err() != nil {
		return // the process ends
	}
	s.recordAttempt(isBackupMade, startedAt, err)
	if err != nil {
		s.log.ErrorContext(ctx, "backup failed", "error", err.Error())
		s.metrics.RecordFailure()
	}
}

// isDue reports whether a backup is due. If the schedule does not know the time of the last backup,
// isDue lists the backups in s.place. While isDue lists the backups, it does not hold the lock
// s.mu, because the health check would wait for the lock.
func (s *backupSchedule) isDue(ctx context.Context) (bool, error) {
	if due, known := s.isDueByClock(); known {
		return due, nil
	}
	names, err := s.place.Names(ctx)
	if err != nil {
		return false, fmt.Errorf("the %s of backups cannot be used: %w; %s", s.place.Kind(), err, s.place.AdviceIfUnusable())
	}
	if len(names) == 0 {
		return true, nil
	}
	newestTime, _ := backup.TimeInName(names[0])
	age := s.maker.clock.Now().Sub(newestTime)
	if age < 0 || age >= s.maker.config.BackupEvery {
		return true, nil // a negative age means that the clock was set back since that backup
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lastStart, s.lastElapsed = newestTime, core.Elapsed(s.maker.clock)-age
	s.lastErr, s.retryPause = nil, 0
	s.metrics.RecordSuccess(newestTime)
	return false, nil
}

// isDueByClock reports whether a backup is due. known is false if the time of the last backup
// is not known yet.
func (s *backupSchedule) isDueByClock() (due, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	elapsed := core.Elapsed(s.maker.clock)
	if elapsed < s.retryAt {
		return false, true
	}
	return elapsed-s.lastElapsed >= s.maker.config.BackupEvery, !s.lastStart.IsZero()
}

func (s *backupSchedule) recordAttempt(isBackupMade bool, startedAt time.Time, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	elapsed := core.Elapsed(s.maker.clock)
	if isBackupMade {
		s.lastStart, s.lastElapsed = startedAt, elapsed
		s.metrics.RecordSuccess(startedAt)
	}
	s.lastErr, s.retryAt = err, 0
	if err == nil {
		s.retryPause = 0
		return
	}
	s.retryPause = min(max(2*s.retryPause, backupCheckInterval), maxBackupRetryPause)
	s.retryAt = elapsed + s.retryPause
}

// checkHealth is a health check. It returns the error of the last attempt, or nil.
func (s *backupSchedule) checkHealth(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lastErr
}

// deleteOldBackups deletes all but the newest BackupKeepCount backups, and unfinished ones that are
// older than abandonedBackupAge. It never deletes the backup newName, which was just made.
func (s *backupSchedule) deleteOldBackups(ctx context.Context, newName string) error {
	names, err := s.place.Names(ctx)
	if err != nil {
		return err
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(s.deletionRank(a, newName), s.deletionRank(b, newName)) })
	for _, name := range names[min(s.maker.config.BackupKeepCount, len(names)):] {
		err = errors.Join(err, s.place.Delete(ctx, name))
	}
	return errors.Join(err, s.place.DeleteUnfinishedBackups(ctx, time.Now().Add(-abandonedBackupAge)))
}

// deletionRank returns the rank by which deleteOldBackups sorts backups. Higher ranks are deleted first:
//   - 0: the backup newName, which is never deleted
//   - 1: other backups
//   - 2: backups with a time in the future, made while the clock was ahead
func (s *backupSchedule) deletionRank(name, newName string) int {
	at, _ := backup.TimeInName(name)
	switch {
	case name == newName:
		return 0
	case at.After(s.maker.clock.Now()):
		return 2
	}
	return 1
}
