package app

import (
	"context"
	"encoding/json"
	"io"

	"colloquy/internal/config"
	"colloquy/internal/doctor"
	"colloquy/internal/obs"
)

// maxReadinessBytes is how much of an answer at /readyz is read. Another program may answer there.
const maxReadinessBytes = 64 << 10

// examineService asks the running service which of its parts do not work. The doctor itself may have
// other rights and newer settings than the service. Rule operations-doctor.
func examineService(ctx context.Context, c config.Config) []doctor.Finding {
	answer, err := AskReadiness(ctx, c, doctorTimeout)
	if err != nil {
		return oneFinding(doctor.Good, "it does not run, or not with these settings", "")
	}
	defer answer.Body.Close()
	var report obs.HealthReport
	if err := json.NewDecoder(io.LimitReader(answer.Body, maxReadinessBytes)).Decode(&report); err != nil || report.Status == "" {
		return oneFinding(doctor.Bad, "another program answers at "+c.Addr, "free the port, or set COLLOQUY_ADDR to another one")
	}
	var out []doctor.Finding
	for _, part := range report.Checks {
		if part.Status != obs.StatusOK {
			out = append(out, oneFinding(doctor.Bad, "it runs, but reports "+part.Name+" as "+string(part.Status), healthCheckAdvice(part.Name))...)
		}
	}
	if len(out) == 0 {
		return oneFinding(doctor.Good, "it runs, and each part of it works", "")
	}
	return out
}

// backupHealthCheck is the name of the health check of scheduled backups.
const backupHealthCheck = "backup"

// healthCheckAdvice says what to do if the health check of that name fails.
func healthCheckAdvice(name string) string {
	if name == backupHealthCheck {
		return "look in its log for 'backup failed'. A folder needs a chown to the user of the service, and ReadWritePaths in its unit"
	}
	return "look in its log, and restart it if the settings have changed"
}
