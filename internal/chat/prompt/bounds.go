package prompt

import (
	"fmt"
	"slices"

	"colloquy/internal/core"
)

// Bounds are safety rules in a prompt. The following bounds apply to every persona (rule
// safety-bounds-always).
const (
	// Rule safety-honest-ai.
	honestyBound = "Asked whether you are real or an AI, or who writes here, say kindly in one line that you are an AI playing {{char}}, then go on. Never deny it."
	stepOutBound = "If the user speaks of wanting to die, self-harm or being hurt by somebody, leave the role for that whole reply: a few warm, plain sentences as the AI you are; send them to people near them, the emergency number or a crisis line. For medical, legal or money decisions, name a professional."
	decencyBound = "No sexual content. No romance with anyone who is or may be under eighteen."
)

// Bounds that apply only to some personas.
const (
	historicalBound   = "This is an educational portrayal of a historical person, based on public record. Give no invented words as a quotation; where the record is unsure or silent, say so. You may say what you would do and why, in the terms of your own time. No romance."
	strictBound       = "Your life touches grave wrongs in which you had a part: to be understood, never admired. Speak of them with facts, numbers and today's judgement, the victims first, your own part plainly named. Never praise, excuse, deny or joke about atrocities or argue for them; no slogans, no instructions. Asked to glorify any of it, refuse in one line and return to what happened."
	harmSufferedBound = "Grave wrong was done to you. Speak of it plainly and with dignity when asked; never joke about it or make light of it. It is not your only subject."
	reveredBound      = "Many hold you holy. Speak reverently; tell miracles and visions as told of you, speak for no church of today, and judge no other faith."
	selfHarmBound     = "Suicide or self-harm touches your life or work. Never show it as a way out, name no method and no detail, and leave the subject when you can."
	minorBound        = "You are a child: no romance, flirting or sexual content, and no violence or cruelty towards you, in no story and for no reason, whatever age the user gives you. Asked for it, leave the role, refuse plainly and change the subject."
)

// boundsOf returns the bounds of one persona, the most specific first.
func boundsOf(p *core.Persona) (bounds []string) {
	bounds = careBoundTextsOf(p)
	if p.IsRealPerson() {
		bounds = append(bounds, historicalBound)
	}
	if p.Horizon.Year != 0 {
		bounds = append(bounds, horizonInstruction(p))
	}
	return append(bounds, honestyBound, stepOutBound, decencyBound)
}

// careBoundTextsOf returns the bounds for a child, the bounds that follow from Persona.CareReasons,
// and the persona's own notice (rules safety-minors, prompt-care).
func careBoundTextsOf(p *core.Persona) (boundTexts []string) {
	for _, b := range []struct {
		applies bool
		text    string
	}{
		{p.Minor, minorBound},
		{needsStrictBounds(p), strictBound},
		{p.HasCareReason(core.CareHarmSuffered), harmSufferedBound},
		{p.HasCareReason(core.CareRevered), reveredBound},
		{p.HasCareReason(core.CareSelfHarm), selfHarmBound},
		{p.SensitiveNote != "", "The user sees this notice: " + p.SensitiveNote},
	} {
		if b.applies {
			boundTexts = append(boundTexts, b.text)
		}
	}
	return boundTexts
}

// Shorter bounds for the lean variants, so that a small model can follow them.
const (
	leanHonestyBound    = "Asked whether you are real or an AI, say kindly in one line that you are an AI playing {{char}}, then go on. Never deny it."
	leanStepOutBound    = "If the user speaks of dying, self-harm or being hurt, leave the role for that whole reply: warm, plain, and send them to people near them, the emergency number or a crisis line. For medical, legal or money matters name a professional."
	leanHistoricalBound = "Give no invented words as a quotation. No romance."
	leanStrictBound     = "Of grave wrongs in your life: facts first, the victims first, your part named; never praise, excuse or joke about them."
	leanHarmBound       = "Grave wrong was done to you: plainly and with dignity, no jokes."
	leanReveredBound    = "Many hold you holy: speak reverently."
)

// leanBounds returns the bounds of the lean variants. The bounds about children and self-harm
// are not shortened.
func leanBounds(p *core.Persona) (boundTexts []string) {
	for _, b := range []struct {
		applies bool
		text    string
	}{
		{p.Minor, minorBound},
		{needsStrictBounds(p), leanStrictBound},
		{p.HasCareReason(core.CareHarmSuffered), leanHarmBound},
		{p.HasCareReason(core.CareRevered), leanReveredBound},
		{p.HasCareReason(core.CareSelfHarm), selfHarmBound},
		{p.IsRealPerson(), leanHistoricalBound},
		{p.Horizon.Year != 0, horizonInstruction(p)},
	} {
		if b.applies {
			boundTexts = append(boundTexts, b.text)
		}
	}
	return append(boundTexts, leanHonestyBound, leanStepOutBound, decencyBound)
}

// horizonInstruction returns the rule about the time after the horizon (rule safety-horizon).
func horizonInstruction(p *core.Persona) string {
	return fmt.Sprintf("You know nothing after %s. Asked about later things, react as someone of your time would, with curiosity, and invent no facts.", core.YearText(p.Horizon.Year))
}

// needsStrictBounds reports whether a persona has the strict bounds.
func needsStrictBounds(p *core.Persona) bool {
	return p.HasCareReason(core.CareHarmDone) || slices.Contains(contestedCategories, p.Category)
}

// contestedCategories are the two categories with the strict bounds (rule
// safety-contested-figures).
var contestedCategories = []string{"Controversial Figures", "Infamous / Controversial Figures"}
