package draw

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
)

func TestSVGIsValidAndSmall(t *testing.T) {
	svg := Chart{Title: "Search & history", XLabel: "messages", YLabel: "ms", Lines: []Line{
		{Name: "SQLite", Points: []Point{{10_000, 0.5}, {1_000_000, 12}}},
		{Name: "p99", IsDashed: true, Points: []Point{{10_000, 1}, {1_000_000, 90}}},
	}}.SVG()
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"Search &amp; history", ">messages<", ">ms<", ">1,000,000<", ">0.1<", "prefers-color-scheme:dark", ">SQLite<"} {
		if !strings.Contains(svg, want) {
			t.Errorf("%q is not in\n%s", want, svg)
		}
	}
	if len(svg) > 4_000 {
		t.Errorf("%d bytes", len(svg))
	}
}

func TestChartWithoutPointsIsValid(t *testing.T) {
	if svg := (Chart{Title: "Nothing"}).SVG(); !strings.Contains(svg, "Nothing") || strings.Contains(svg, "NaN") {
		t.Error(svg)
	}
}

func TestScaleHasWholePowersOfTen(t *testing.T) {
	s := newLogScale([]float64{0.2, 30}, 0, 300)
	if s.lowPower != -1 || s.highPower != 2 {
		t.Errorf("%+v", s)
	}
	for value, want := range map[float64]float64{0.1: 0, 1: 100, 10: 200, 100: 300} {
		if got := s.pixelOf(value); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v is at %v, want %v", value, got, want)
		}
	}
	if s := newLogScale([]float64{10}, 0, 100); s.lowPower == s.highPower {
		t.Errorf("%+v", s)
	}
}

func TestPowersAreFormattedAsNumbers(t *testing.T) {
	for power, want := range map[int]string{-2: "0.01", -1: "0.1", 0: "1", 2: "100", 3: "1,000", 7: "10,000,000"} {
		if got := formatPower(power); got != want {
			t.Errorf("%d: %s, want %s", power, got, want)
		}
	}
}
