package main

import (
	"os"
	"path/filepath"

	"colloquy/bench/growth/draw"
	"colloquy/internal/storage"
)

// curve describes a chart of one measured value over the size of the database. file is the name of
// the chart's file without ".svg".
type curve struct{ file, rowKind, value, title string }

var curves = []curve{
	{"search-frequent", messageRows, "heavy user: search, frequent word", "Search, frequent word, heavy user"},
	{"search-rare", messageRows, "heavy user: search, rare word", "Search, rare word, heavy user"},
	{"search-user", messageRows, "user: search, rare word", "Search, rare word, user with 100 messages"},
	{"history", messageRows, "user: history, newest page", "History, newest page"},
	{"history-heavy", messageRows, "heavy user: history, a page in the middle", "History, a page in the middle, heavy user"},
	{"sidebar", messageRows, "user: sidebar", "Sidebar"},
	{"chats-heavy", messageRows, "heavy user: list of chats", "List of chats, heavy user"},
	{"comments", messageRows, "comments of a popular character", "Comments of a popular character"},
	{"notices-heavy", messageRows, "heavy user: notices", "Notices, heavy user"},
	{"send", messageRows, "user: send, until acknowledged", "Send, until acknowledged"},
	{"size", messageRows, "size of the database, a message", "Size of the database, for each message"},
	{"catalogue-name", characterRows, "catalogue: exact name", "Catalogue search, exact name"},
	{"catalogue-misspelt", characterRows, "catalogue: misspelt, two words", "Catalogue search, misspelt"},
	{"catalogue-list", characterRows, "catalogue: a page of a category", "A page of a category"},
	{"similar", characterRows, "catalogue: similar", "Similar characters"},
	{"start", characterRows, "start to the list of characters", "Start to the list of characters"},
	{"memory", characterRows, "resident memory after the start", "Resident memory after the start"},
}

var engineNames = map[storage.Engine]string{storage.SQLite: "SQLite", storage.Postgres: "PostgreSQL"}

// drawCurves writes the curves into dir. A curve without figures is not written.
func drawCurves(list figureList, dir string) error {
	for _, c := range curves {
		chart := c.chart(list)
		if len(chart.Lines) == 0 {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, c.file+".svg"), []byte(chart.SVG()), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// chart returns the chart of the curve, with p50 and p99 of each engine.
func (c curve) chart(list figureList) draw.Chart {
	chart := draw.Chart{Title: c.title, XLabel: "number of " + c.rowKind}
	for colour, engine := range []storage.Engine{storage.SQLite, storage.Postgres} {
		p50 := draw.Line{Name: engineNames[engine], Colour: colour}
		p99 := draw.Line{Name: "p99", Colour: colour, IsDashed: true}
		for _, f := range list {
			v, ok := f.find(c.value)
			if !ok || f.RowKind != c.rowKind || f.Engine != engine {
				continue
			}
			chart.YLabel = v.Unit
			p50.Points = append(p50.Points, draw.Point{X: float64(f.RowCount), Y: v.P50})
			if v.P99 > 0 {
				p99.Points = append(p99.Points, draw.Point{X: float64(f.RowCount), Y: v.P99})
			}
		}
		for _, l := range []draw.Line{p50, p99} {
			if len(l.Points) > 0 {
				chart.Lines = append(chart.Lines, l)
			}
		}
	}
	return chart
}
