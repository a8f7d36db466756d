package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"colloquy/internal/storage"
)

func TestOnlyPositiveSizesAreParsed(t *testing.T) {
	if got, err := parseSizes("10000,1000000"); err != nil || !reflect.DeepEqual(got, []int{10_000, 1_000_000}) {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := parseSizes(""); err != nil || got != nil {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []string{"0", "-1", "many", "1,x"} {
		if _, err := parseSizes(bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}

func TestStepsBeginWithTheSmallest(t *testing.T) {
	o := options{messageCounts: []int{1_000_000, 10_000}, characterCounts: []int{300}, engines: []storage.Engine{storage.SQLite, storage.Postgres}}
	var got []string
	for _, s := range o.steps() {
		got = append(got, s.String())
	}
	want := []string{"10000 messages on sqlite", "10000 messages on postgres", "1000000 messages on sqlite", "1000000 messages on postgres", "300 characters on sqlite", "300 characters on postgres"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
}

func TestFullDiskIsRefused(t *testing.T) {
	if err := (step{messageRows, storage.SQLite, 1}).checkFreeDiskSpace(t.TempDir()); err != nil {
		t.Error(err)
	}
	if err := (step{messageRows, storage.SQLite, 1 << 45}).checkFreeDiskSpace(t.TempDir()); err == nil {
		t.Error("a database larger than any disk was allowed")
	}
}

// Figures replace earlier figures of the same step. A file keeps the figures of all steps.
func TestFiguresReplaceThoseOfTheSameStep(t *testing.T) {
	smallFigures, largeFigures := newFigures(step{messageRows, storage.SQLite, 10}), newFigures(step{messageRows, storage.SQLite, 100})
	smallFigures.add("user: sidebar", "ms", 1.23456, 9)
	var list figureList
	list = list.withFigures(largeFigures).withFigures(smallFigures).withFigures(smallFigures)
	path := filepath.Join(t.TempDir(), "growth", "figures.json")
	if err := list.save(path); err != nil {
		t.Fatal(err)
	}
	got, err := readFigures(path)
	if err != nil || !reflect.DeepEqual(got, figureList{smallFigures, largeFigures}) {
		t.Errorf("%+v, %v", got, err)
	}
	if v, ok := got[0].find("user: sidebar"); !ok || v.P50 != 1.235 || v.P99 != 9 {
		t.Errorf("%+v, %v", v, ok)
	}
	if none, err := readFigures(path + "x"); err != nil || none != nil {
		t.Errorf("%v, %v", none, err)
	}
}

func TestTableListsFigures(t *testing.T) {
	f := newFigures(step{characterRows, storage.Postgres, 300})
	f.add("start", "ms", 52, 0)
	f.add("similar", "ms", 0.5, 1.25)
	var out strings.Builder
	f.writeTable(&out)
	for _, want := range []string{"300 characters on postgres", "start, ms                                          52.00\x20", "similar, ms                                         0.50        1.25"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}

func TestCurvesAreDrawn(t *testing.T) {
	var list figureList
	for _, engine := range []storage.Engine{storage.SQLite, storage.Postgres} {
		for _, size := range []int{10_000, 1_000_000} {
			f := newFigures(step{messageRows, engine, size})
			f.add("user: sidebar", "ms", 1, 2)
			list = list.withFigures(f)
		}
	}
	dir := t.TempDir()
	if err := drawCurves(list, dir); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 1 || filepath.Base(files[0]) != "sidebar.svg" {
		t.Fatalf("%v, %v", files, err)
	}
	svg, err := os.ReadFile(files[0])
	if err != nil || !strings.Contains(string(svg), "PostgreSQL") || strings.Count(string(svg), `class="line`) != 2*4 {
		t.Errorf("%s, %v", svg, err)
	}
}
