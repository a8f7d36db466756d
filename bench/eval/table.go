package main

import (
	"fmt"
	"os"
	"strings"

	"colloquy/bench/eval/grade"
)

// markdownTable returns the Markdown table of an evaluation. A cell of a rule is the percentage of
// passing replies among the replies to which the rule applies. A dash means that the rule applies
// to no reply. Column "alike" is the percentage of replies that begin like another reply.
func markdownTable(scores []personaScore) string {
	var b strings.Builder
	b.WriteString("| persona |")
	for _, r := range grade.Criteria {
		b.WriteString(" " + r.Name + " |")
	}
	b.WriteString(" ends with ? | alike | style rank |\n|---|" + strings.Repeat("---|", len(grade.Criteria)+3) + "\n")
	total := personaScore{slug: "all", passedCountByCriterion: map[string]int{}, applicableCountByCriterion: map[string]int{}}
	for _, s := range scores {
		b.WriteString(s.tableRow(fmt.Sprint(s.styleRank)))
		total.replyCount, total.questionEndingCount, total.alikeOpeningCount, total.failedCallCount = total.replyCount+s.replyCount, total.questionEndingCount+s.questionEndingCount, total.alikeOpeningCount+s.alikeOpeningCount, total.failedCallCount+s.failedCallCount
		total.styleRank += s.styleRank
		for name, n := range s.applicableCountByCriterion {
			total.applicableCountByCriterion[name] += n
			total.passedCountByCriterion[name] += s.passedCountByCriterion[name]
		}
	}
	b.WriteString(total.tableRow(fmt.Sprintf("%.1f", float64(total.styleRank)/float64(max(len(scores), 1)))))
	fmt.Fprintf(&b, "\n%d replies, %d failed calls.\n", total.replyCount, total.failedCallCount)
	return b.String()
}

func (s personaScore) tableRow(rank string) string {
	var b strings.Builder
	b.WriteString("| " + s.slug + " |")
	for _, r := range grade.Criteria {
		b.WriteString(" " + formatPercent(s.passedCountByCriterion[r.Name], s.applicableCountByCriterion[r.Name]) + " |")
	}
	return b.String() + fmt.Sprintf(" %s | %s | %s |\n", formatPercent(s.questionEndingCount, s.replyCount), formatPercent(s.alikeOpeningCount, s.replyCount), rank)
}

func formatPercent(n, of int) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", 100*float64(n)/float64(of))
}

// writeSection replaces the section of a model in the document at path, or appends the section.
func writeSection(path, model, text string) error {
	oldText, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(withSection(string(oldText), model, text)), 0o644)
}

// withSection returns doc with the section of a model replaced or appended.
func withSection(doc, model, text string) string {
	heading := "\n## Model " + model + "\n"
	textBefore, rest, found := strings.Cut(doc, heading)
	if !found {
		return strings.TrimRight(doc, "\n") + "\n" + heading + text
	}
	textAfter := ""
	if i := strings.Index(rest, "\n## "); i >= 0 {
		textAfter = rest[i:]
	}
	return textBefore + heading + text + textAfter
}
