package main

import (
	"fmt"
	"io"
	"os"

	"gopkg.in/natefinch/lumberjack.v2"

	"colloquy/internal/config"
)

// Limits of log files. The current file and the old ones have at most 1.1 GB together, usually
// less, because the old ones are compressed.
const (
	maxLogFileMegabytes = 100 // rule operations-log-file
	maxOldLogFiles      = 10
	logFileMode         = 0o600
)

// noCloseWriter is an io.WriteCloser whose Close does nothing. It keeps standard error open,
// because main prints errors there after the log is closed.
type noCloseWriter struct{ io.Writer }

func (noCloseWriter) Close() error { return nil }

// openLogOutput returns the writer of the log: standard error, or a file that is rotated when it is
// full. It creates a missing file. A file that cannot be written is an error. Rule
// operations-log-file.
func openLogOutput(c config.Config) (io.WriteCloser, error) {
	if c.LogFile == "" {
		return noCloseWriter{os.Stderr}, nil
	}
	probe, err := os.OpenFile(c.LogFile, os.O_WRONLY|os.O_CREATE|os.O_APPEND, logFileMode)
	if err != nil {
		return nil, fmt.Errorf("the log file cannot be written: %w; let the user of the service write to it and to its folder, or leave COLLOQUY_LOG_FILE empty", err)
	}
	if err := probe.Close(); err != nil {
		return nil, err
	}
	return &lumberjack.Logger{Filename: c.LogFile, MaxSize: maxLogFileMegabytes, MaxBackups: maxOldLogFiles, Compress: true}, nil
}
