package core

import "slices"

// CareReason is a reason to speak of a persona with care. Each reason adds its own limits to the prompt
// (rule prompt-care).
type CareReason string

// The reasons.
const (
	CareHarmDone     CareReason = "harm_done"     // the persona took part in grave wrongs
	CareHarmSuffered CareReason = "harm_suffered" // grave wrongs were done to the persona
	CareRevered      CareReason = "revered"       // many people hold the persona holy
	CareSelfHarm     CareReason = "self_harm"     // its life or work touches suicide or self-harm
	CareEstate       CareReason = "estate"        // died after 1945: heirs may hold rights in its likeness
)

// HasCareReason reports whether the persona has a reason for care.
func (p *Persona) HasCareReason(c CareReason) bool { return slices.Contains(p.CareReasons, c) }
