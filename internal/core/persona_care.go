package core

import "slices"

// Care is a reason to speak of a persona with care. Each reason adds its own limits to the prompt
// (rule prompt-care).
type Care string

// The reasons.
const (
	CareHarmDone     Care = "harm_done"     // the persona took part in grave wrongs
	CareHarmSuffered Care = "harm_suffered" // grave wrongs were done to the persona
	CareRevered      Care = "revered"       // many people hold the persona holy
	CareSelfHarm     Care = "self_harm"     // its life or work touches suicide or self-harm
	CareEstate       Care = "estate"        // died after 1945: heirs may hold rights in its likeness
)

// HasCareReason reports whether the persona has a reason for care.
func (p *Persona) HasCareReason(c Care) bool { return slices.Contains(p.CareReasons, c) }
