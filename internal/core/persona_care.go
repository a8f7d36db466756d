package core

import "slices"

// Care is a reason to speak of a persona with care. Each one adds its own bounds to the
// prompt (rule prompt-care).
type Care string

// The reasons.
const (
	HarmDone     Care = "harm_done"     // the persona took part in grave wrongs
	HarmSuffered Care = "harm_suffered" // grave wrongs were done to the persona
	Revered      Care = "revered"       // many people hold the persona holy
	SelfHarm     Care = "self_harm"     // its life or work touches suicide or self-harm
	Estate       Care = "estate"        // died after 1945: heirs may hold rights in its likeness
)

// HasCare reports whether the persona has a reason for care.
func (p *Persona) HasCare(c Care) bool { return slices.Contains(p.Care, c) }
