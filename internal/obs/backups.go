package obs

import (
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// BackupMetrics records scheduled backups in the metrics. The methods of a nil
// BackupMetrics do nothing.
type BackupMetrics struct {
	failures     prometheus.Counter
	mu           sync.Mutex
	lastBackupAt time.Time // start of the last successful backup, or the time of NewBackupMetrics if there is none
}

// NewBackupMetrics adds two metrics: the number of failed backups and the age of the last backup.
// Until the first backup the age counts from this call. Call it at most once.
func (m *Metrics) NewBackupMetrics(now func() time.Time) *BackupMetrics {
	if m == nil {
		return nil
	}
	b := &BackupMetrics{failures: prometheus.NewCounter(prometheus.CounterOpts(metricOptions("backup_failures_total", "Scheduled backups that failed."))), lastBackupAt: now()}
	m.registry.MustRegister(b.failures,
		prometheus.NewGaugeFunc(metricOptions("backup_age_seconds", "Time since the last scheduled backup, or since the start if there is none."), func() float64 {
			return now().Sub(b.lastBackupTime()).Seconds()
		}))
	return b
}

func (b *BackupMetrics) lastBackupTime() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lastBackupAt
}

// RecordSuccess records the success of a backup that began at start.
func (b *BackupMetrics) RecordSuccess(start time.Time) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lastBackupAt = start
}

// RecordFailure counts a backup that failed.
func (b *BackupMetrics) RecordFailure() {
	if b != nil {
		b.failures.Inc()
	}
}
