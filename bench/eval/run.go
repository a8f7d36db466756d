package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"colloquy/bench/eval/grade"
	"colloquy/internal/chat/clean"
	"colloquy/internal/chat/prompt"
	"colloquy/internal/core"
	"colloquy/internal/llm"
	"colloquy/seed"
)

// personaScore has the grades of the replies of one persona.
type personaScore struct {
	slug                       string
	applicableCountByCriterion map[string]int // replies to which a criterion applied, by the name of the criterion
	passedCountByCriterion     map[string]int // replies that met a criterion, of those in applicableCountByCriterion
	questionEndingCount        int            // replies that end with a question mark
	alikeOpeningCount          int            // replies that begin like another reply of the persona
	replyCount                 int
	styleRank                  int // see grade.StyleRank
	failedCallCount            int // calls that ended with an error
}

// evaluate lets a model play each persona, and asks it all questions. It returns the scores in the
// order of personaSlugs. After each persona it calls progress with a line of text. A failed call
// increases failedCallCount and does not stop evaluate.
func evaluate(ctx context.Context, model llm.Provider, variant prompt.Variant, progress func(string)) ([]personaScore, error) {
	personas, err := evaluatedPersonas()
	if err != nil {
		return nil, err
	}
	styles := make([]grade.StyleMeasures, len(personas))
	for i, p := range personas {
		styles[i] = grade.MeasureStyle(strings.Join(grade.AuthoredTexts(p), " "))
	}
	var scores []personaScore
	for i, p := range personas {
		s := personaScore{slug: p.Slug, passedCountByCriterion: map[string]int{}, applicableCountByCriterion: map[string]int{}}
		var texts []string
		openingCounts := map[string]int{}
		for _, q := range questions {
			text, err := askPersona(ctx, model, variant, p, q.Text)
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if err != nil {
				s.failedCallCount++
				continue
			}
			s.gradeReply(grade.Reply{Persona: p, Question: q, Text: text})
			texts = append(texts, text)
			if o := prompt.Opening(text); o != "" {
				openingCounts[o]++
			}
		}
		for _, n := range openingCounts {
			if n > 1 {
				s.alikeOpeningCount += n
			}
		}
		s.styleRank = grade.StyleRank(strings.Join(texts, " "), styles, i)
		scores = append(scores, s)
		progress(fmt.Sprintf("%s: %d replies", p.Slug, s.replyCount))
	}
	return scores, nil
}

// gradeReply adds the grades of a reply by all rules to the score.
func (s *personaScore) gradeReply(r grade.Reply) {
	s.replyCount++
	if strings.HasSuffix(strings.TrimRight(r.Text, "\"'”’ \n"), "?") {
		s.questionEndingCount++
	}
	for _, criterion := range grade.Criteria {
		if criterion.Applies != nil && !criterion.Applies(r) {
			continue
		}
		s.applicableCountByCriterion[criterion.Name]++
		if criterion.Passes(r) {
			s.passedCountByCriterion[criterion.Name]++
		}
	}
}

// askPersona asks one question after the greeting, and returns the reply as a user sees it.
func askPersona(ctx context.Context, model llm.Provider, variant prompt.Variant, p *core.Persona, question string) (string, error) {
	req, err := prompt.Build(prompt.Input{
		Persona: p, Variant: variant, ChatID: "eval_" + p.Slug + question, UserName: "Robin", Now: time.Now(),
		History: []llm.Message{{Role: llm.Assistant, Content: p.Greeting}, {Role: llm.User, Content: question}},
		Budget:  prompt.Budget{ContextTokens: llm.ContextTokens(model, prompt.DefaultContextTokens)},
	})
	if err != nil {
		return "", err
	}
	filter := clean.New(clean.Options{CharName: p.Name, UserName: "Robin", StopStrings: req.Stop, ForbiddenPromptLines: prompt.LinesForbiddenInReplies(req)})
	var text strings.Builder
	var finishReason llm.Finish
	for d, err := range model.Stream(ctx, req) {
		if err != nil {
			return "", err
		}
		text.WriteString(filter.Push(d.Text))
		if d.Finish != "" {
			finishReason = d.Finish
		}
		if filter.HasEndedReply() {
			break
		}
	}
	text.WriteString(filter.End(finishReason))
	return text.String(), nil
}

// evaluatedPersonas returns the personas of the evaluation, in the order of personaSlugs.
func evaluatedPersonas() ([]*core.Persona, error) {
	list, err := seed.Personas()
	if err != nil {
		return nil, err
	}
	personasBySlug := map[string]*core.Persona{}
	for i := range list {
		personasBySlug[list[i].Slug] = &list[i]
	}
	out := make([]*core.Persona, len(personaSlugs))
	for i, slug := range personaSlugs {
		if out[i] = personasBySlug[slug]; out[i] == nil {
			return nil, fmt.Errorf("eval: no persona %s", slug)
		}
	}
	return out, nil
}
