package leaving

import (
	"archive/zip"
	"bufio"
	"context"
	"encoding/json"
	"io"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
)

const (
	// exportFileName is the name of the JSON file in the ZIP. docs/export.md describes it.
	exportFileName = "colloquy.json"
	exportsPerDay  = 3 // rule accounts-export
)

// takeFromExportLimit counts an export of a user. It returns core.ErrRateLimited after
// exportsPerDay exports in a day. Rule accounts-export.
func (s *Service) takeFromExportLimit(ctx context.Context, userID string) error {
	_, err := s.deps.Limits.Take(ctx, limits.Limit{Key: "export " + userID, N: exportsPerDay, Period: 24 * time.Hour})
	if wait, full := limits.WaitOfFullError(err); full {
		return core.ErrRateLimited.WithRetryAfter(wait)
	}
	return err
}

// Export writes a user's data to w: a ZIP archive of one JSON file and the user's media. It keeps
// at most one page of rows in memory. Rule accounts-export.
func (s *Service) Export(ctx context.Context, userID string, now time.Time, w io.Writer) error {
	archive := zip.NewWriter(w)
	file, err := archive.CreateHeader(&zip.FileHeader{Name: exportFileName, Method: zip.Deflate, Modified: now})
	if err != nil {
		return err
	}
	out := sectionWriter{w: bufio.NewWriterSize(file, 32<<10)}
	if err := out.emit("exported_at", now); err != nil {
		return err
	}
	for _, room := range s.deps.Exporters {
		if err := room.Export(ctx, userID, out.emit); err != nil {
			return err
		}
	}
	if err := out.end(); err != nil {
		return err
	}
	err = s.deps.Files.ExportFiles(ctx, userID, func(path string, changed time.Time) (io.Writer, error) {
		return archive.CreateHeader(&zip.FileHeader{Name: path, Method: zip.Store, Modified: changed}) // pictures are compressed already
	})
	if err != nil {
		return err
	}
	return archive.Close()
}

// isSingleSection is true for a section with a single value. The other sections are lists.
var isSingleSection = map[string]bool{"exported_at": true, "account": true, "settings": true}

// sectionWriter writes a JSON object with one member for each section. It encodes each
// item when the item is emitted.
type sectionWriter struct {
	w                *bufio.Writer // keeps the first error, which sectionWriter.end returns
	currentSection   string
	sectionItemCount int
}

// emit writes an item of a section, and begins the section if it is not the current one. A
// nil item only begins the section.
func (s *sectionWriter) emit(section string, item any) error {
	if section != s.currentSection {
		s.beginSection(section)
	}
	if item == nil {
		return nil
	}
	text, err := json.Marshal(item)
	if err != nil {
		return err
	}
	if !isSingleSection[section] {
		s.write(map[bool]string{true: "\n    ", false: ",\n    "}[s.sectionItemCount == 0])
	}
	s.sectionItemCount++
	_, err = s.w.Write(text) // bufio returns the first error of all writes
	return err
}

// write writes text. If a write fails, sectionWriter.end returns the error.
func (s *sectionWriter) write(text string) { _, _ = s.w.WriteString(text) }

// beginSection ends the current section and begins another one.
func (s *sectionWriter) beginSection(section string) {
	if s.currentSection == "" {
		s.write("{")
	} else {
		s.endList()
		s.write(",")
	}
	s.currentSection, s.sectionItemCount = section, 0
	s.write("\n  \"" + section + "\": ")
	if !isSingleSection[section] {
		s.write("[")
	}
}

func (s *sectionWriter) endList() {
	if !isSingleSection[s.currentSection] {
		s.write("]")
	}
}

func (s *sectionWriter) end() error {
	s.endList()
	s.write("\n}\n")
	return s.w.Flush()
}
