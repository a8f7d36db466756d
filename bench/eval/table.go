package main

import (
	"fmt"
	"os"
	"strings"

	"colloquy/bench/eval/grade"
)

// table returns the Markdown table of an evaluation: per cent of the replies to which a
// rule applies that pass it.
func table(all []score) string {
	var b strings.Builder
	b.WriteString("| persona |")
	for _, r := range grade.Rules {
		b.WriteString(" " + r.Name + " |")
	}
	b.WriteString(" ends with ? | alike | style rank |\n|---|" + strings.Repeat("---|", len(grade.Rules)+3) + "\n")
	total := score{slug: "all", passed: map[string]int{}, of: map[string]int{}}
	for _, s := range all {
		b.WriteString(s.row(fmt.Sprint(s.rank)))
		total.replies, total.questions, total.alike, total.failed = total.replies+s.replies, total.questions+s.questions, total.alike+s.alike, total.failed+s.failed
		total.rank += s.rank
		for name, n := range s.of {
			total.of[name] += n
			total.passed[name] += s.passed[name]
		}
	}
	b.WriteString(total.row(fmt.Sprintf("%.1f", float64(total.rank)/float64(max(len(all), 1)))))
	fmt.Fprintf(&b, "\n%d replies, %d failed calls.\n", total.replies, total.failed)
	return b.String()
}

func (s score) row(rank string) string {
	var b strings.Builder
	b.WriteString("| " + s.slug + " |")
	for _, r := range grade.Rules {
		b.WriteString(" " + percent(s.passed[r.Name], s.of[r.Name]) + " |")
	}
	return b.String() + fmt.Sprintf(" %s | %s | %s |\n", percent(s.questions, s.replies), percent(s.alike, s.replies), rank)
}

func percent(n, of int) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", 100*float64(n)/float64(of))
}

// write replaces the section of a model in a document, or appends it.
func write(path, model, text string) error {
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(withSection(string(old), model, text)), 0o644)
}

func withSection(doc, model, text string) string {
	head := "\n## Model " + model + "\n"
	before, rest, found := strings.Cut(doc, head)
	if !found {
		return strings.TrimRight(doc, "\n") + "\n" + head + text
	}
	after := ""
	if i := strings.Index(rest, "\n## "); i >= 0 {
		after = rest[i:]
	}
	return before + head + text + after
}
