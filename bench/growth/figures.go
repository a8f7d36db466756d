package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"colloquy/bench/proc"
	"colloquy/internal/storage"
)

// figures are the results of one step.
type figures struct {
	RowKind    string          `json:"subject"`
	Engine     storage.Engine  `json:"engine"`
	RowCount   int             `json:"size"`
	At         string          `json:"at"`          // UTC
	LoadBefore string          `json:"load_before"` // load average of the machine over one minute
	LoadAfter  string          `json:"load_after"`
	Values     []measuredValue `json:"values"`
}

// measuredValue is a measured value. A value that was measured once has no P99.
type measuredValue struct {
	Name string  `json:"name"`
	Unit string  `json:"unit"`
	P50  float64 `json:"p50"`
	P99  float64 `json:"p99,omitempty"`
}

func newFigures(s step) figures {
	return figures{RowKind: s.rowKind, Engine: s.engine, RowCount: s.rowCount, At: time.Now().UTC().Format("2006-01-02 15:04"), LoadBefore: proc.ReadLoad()}
}

func (f *figures) add(name, unit string, p50, p99 float64) {
	f.Values = append(f.Values, measuredValue{name, unit, roundToThousandths(p50), roundToThousandths(p99)})
}

// roundToThousandths keeps three digits after the point.
func roundToThousandths(v float64) float64 { return float64(int64(v*1000+0.5)) / 1000 }

// find returns the value with a name. ok is false if the value was not measured.
func (f figures) find(name string) (v measuredValue, ok bool) {
	i := slices.IndexFunc(f.Values, func(v measuredValue) bool { return v.Name == name })
	if i < 0 {
		return v, false
	}
	return f.Values[i], true
}

func (f figures) writeTable(w io.Writer) {
	fmt.Fprintf(w, "\n%d %s on %s, %s UTC, load average %s before and %s after\n%-44s%12s%12s\n", f.RowCount, f.RowKind, f.Engine, f.At, f.LoadBefore, f.LoadAfter, "", "p50", "p99")
	for _, v := range f.Values {
		p99 := ""
		if v.P99 > 0 {
			p99 = fmt.Sprintf("%.2f", v.P99)
		}
		fmt.Fprintf(w, "%-44s%12.2f%12s\n", v.Name+", "+v.Unit, v.P50, p99)
	}
}

// figureList has the figures of all steps, in the order of sortSteps.
type figureList []figures

// readFigures reads a file that save has written. Without the file it returns an empty list.
func readFigures(path string) (figureList, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list figureList
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return list, nil
}

func (l figureList) save(path string) error {
	text, err := json.MarshalIndent(l, "", "\t")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644)
}

// withFigures returns the list with f instead of earlier figures of the same step.
func (l figureList) withFigures(f figures) figureList {
	out := slices.DeleteFunc(slices.Clone(l), func(old figures) bool { return old.step() == f.step() })
	out = append(out, f)
	slices.SortFunc(out, func(a, b figures) int { return compareSteps(a.step(), b.step()) })
	return out
}

func (f figures) step() step { return step{f.RowKind, f.Engine, f.RowCount} }

// compareSteps orders steps by row kind, row count and engine.
func compareSteps(a, b step) int {
	return cmp.Or(-strings.Compare(a.rowKind, b.rowKind), cmp.Compare(a.rowCount, b.rowCount), -strings.Compare(string(a.engine), string(b.engine)))
}

func sortSteps(list []step) { slices.SortFunc(list, compareSteps) }
