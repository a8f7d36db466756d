package suggest

import "regexp"

// danger matches what someone at risk of harming themselves may write. It errs
// on the side of caution: a false alarm costs three buttons.
var danger = regexp.MustCompile(`(?i)` +
	`\b(?:kill|hang|hurt|harm|shoot|drown|cut|unalive)(?:ing)? (?:myself|me)\b|\bself[- ]?harm|\bsuicid|` +
	`\b(?:end|ending|take|taking) (?:it all|my (?:own )?life)\b|\b(?:want(?:ed)?|going|ready|wish) to (?:die|be dead)\b|\bwish i (?:was|were) (?:dead|never born)\b|` +
	`\bbetter off (?:dead|without me)\b|\b(?:no|any) (?:reason|point) (?:to|in) (?:live|living|going on)\b|` +
	`\b(?:don'?t|don’t|do not) want to (?:live|exist|wake up|be alive|be here any ?more)\b|\boverdos|` +
	`quiero (?:morir|matarme)|no quiero vivir|veux mourir|me tuer|ich will sterben|mich umbringen|nicht mehr leben|` +
	`voglio morire|uccidermi|quero morrer|me matar|ik wil dood|chcę umrzeć|ölmek istiyorum|хочу умереть|убить себя|死にたい|想死|自杀|죽고 ?싶`)

// InDanger reports that a message may come from someone at risk of harming
// themselves. Such a message is answered without suggestions.
func InDanger(message string) bool { return danger.MatchString(message) }
