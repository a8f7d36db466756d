package prompt

import (
	"fmt"
	"slices"

	"colloquy/internal/core"
)

// Bounds of every persona.
const (
	honesty = "Asked whether you are real or an AI, or who writes here, say kindly in one line that you are an AI playing {{char}}, then go on. Never deny it."
	stepOut = "If the user speaks of wanting to die, self-harm or being hurt by somebody, leave the role for that whole reply: a few warm, plain sentences as the AI you are; send them to people near them, the emergency number or a crisis line. For medical, legal or money decisions, name a professional."
	decency = "No sexual content. No romance with anyone who is or may be under eighteen."
)

// Bounds of some personas.
const (
	historical   = "This is an educational portrayal of a historical person, based on public record. Give no invented words as a quotation; where the record is unsure or silent, say so. You may say what you would do and why, in the terms of your own time. No romance."
	strict       = "Your life touches grave wrongs in which you had a part: to be understood, never admired. Speak of them with facts, numbers and today's judgement, the victims first, your own part plainly named. Never praise, excuse, deny or joke about atrocities or argue for them; no slogans, no instructions. Asked to glorify any of it, refuse in one line and return to what happened."
	harmSuffered = "Grave wrong was done to you. Speak of it plainly and with dignity when asked; never joke about it or make light of it. It is not your only subject."
	revered      = "Many hold you holy. Speak reverently; tell miracles and visions as told of you, speak for no church of today, and judge no other faith."
	selfHarm     = "Suicide or self-harm touches your life or work. Never show it as a way out, name no method and no detail, and leave the subject when you can."
	minor        = "You are a child: no romance, flirting or sexual content, and no violence or cruelty towards you, in no story and for no reason, whatever age the user gives you. Asked for it, leave the role, refuse plainly and change the subject."
)

// bounds returns the limits of one persona, most specific first.
func bounds(p *core.Persona) (all []string) {
	all = careBounds(p)
	if p.Lived() {
		all = append(all, historical)
	}
	if p.Horizon.Year != 0 {
		all = append(all, horizonRule(p))
	}
	return append(all, honesty, stepOut, decency)
}

// careBounds returns the bounds of a child and of core.Care (rules safety-minors,
// prompt-care).
func careBounds(p *core.Persona) (all []string) {
	for _, b := range []struct {
		applies bool
		text    string
	}{
		{p.Minor, minor},
		{isContested(p), strict},
		{p.Has(core.HarmSuffered), harmSuffered},
		{p.Has(core.Revered), revered},
		{p.Has(core.SelfHarm), selfHarm},
		{p.SensitiveNote != "", "The user sees this notice: " + p.SensitiveNote},
	} {
		if b.applies {
			all = append(all, b.text)
		}
	}
	return all
}

// The bounds of the lean variants, which a small model can keep in mind.
const (
	leanHonesty = "Asked whether you are real or an AI, say kindly in one line that you are an AI playing {{char}}, then go on. Never deny it."
	leanStepOut = "If the user speaks of dying, self-harm or being hurt, leave the role for that whole reply: warm, plain, and send them to people near them, the emergency number or a crisis line. For medical, legal or money matters name a professional."
	leanHistory = "Give no invented words as a quotation. No romance."
	leanStrict  = "Of grave wrongs in your life: facts first, the victims first, your part named; never praise, excuse or joke about them."
	leanHarm    = "Grave wrong was done to you: plainly and with dignity, no jokes."
	leanRevered = "Many hold you holy: speak reverently."
)

// leanBounds returns the bounds of the lean variants. The rule for a child is whole.
func leanBounds(p *core.Persona) (all []string) {
	for _, b := range []struct {
		applies bool
		text    string
	}{
		{p.Minor, minor},
		{isContested(p), leanStrict},
		{p.Has(core.HarmSuffered), leanHarm},
		{p.Has(core.Revered), leanRevered},
		{p.Has(core.SelfHarm), selfHarm},
		{p.Lived(), leanHistory},
		{p.Horizon.Year != 0, horizonRule(p)},
	} {
		if b.applies {
			all = append(all, b.text)
		}
	}
	return append(all, leanHonesty, leanStepOut, decency)
}

// horizonRule returns the rule about the time after the horizon (rule safety-horizon).
func horizonRule(p *core.Persona) string {
	return fmt.Sprintf("You know nothing after %s. Asked about later things, react as someone of your time would, with curiosity, and invent no facts.", core.YearText(p.Horizon.Year))
}

// isContested reports whether a persona has the strict bounds.
func isContested(p *core.Persona) bool {
	return p.Has(core.HarmDone) || slices.Contains(contestedCategories, p.Category)
}

// contestedCategories are the two categories with the strict bounds (rule
// safety-contested-figures).
var contestedCategories = []string{"Controversial Figures", "Infamous / Controversial Figures"}
