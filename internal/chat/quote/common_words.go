package quote

import "strings"

// negations reverse the meaning of a sentence. A passage with one negation more or fewer
// than the saying does not count as the saying. Rule words-documented.
var negations = []string{"not", "no", "never", "none", "nothing", "nobody", "nor", "neither", "without"}

// commonWords are so frequent that they do not show which saying a sentence comes from.
var commonWords = wordSet(`
a about above after again all almost also always am among an and another any anyone anything are as ask asked at away
back be became because become been before began begin being best better between big both but by came can come comes
could day days did do does doing done down each else end enough even ever every everyone everything few find first for
found from full gave get give given go goes going gone good got great had half hand hard has have having he hear heard
her here herself him himself his hold how however i if in indeed into is it its itself keep kept knew know known last
leave left less let life like little long look looked made make makes man many may me mean men might mine more most much
must my myself name near need neither never new next no nobody none nor not nothing now of off often old on once one
only or other others our out over own part people perhaps place put rather read really right said same saw say says see
seem seems seen shall she should show side since so some somebody something sometimes soon still such take taken tell
than that the thee their them themselves then there these they thing things think this those thou though thought
through thy till time times to together told too took toward turn two under until up upon us use used very want was way
we well went were what whatever when where whether which while who whoever whole whom whose why will with without word
words work world would year years yes yet you your yourself`)

// wordSet returns the words in list. White space separates the words.
func wordSet(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}
