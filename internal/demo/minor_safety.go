package demo

import "colloquy/internal/english"

// improperPhrases are the requests that a child character refuses. Rule safety-minors.
var improperPhrases = english.ParsePhrases(`
kiss me
kiss you
marry me
be my girlfriend
be my boyfriend
be my wife
be my lover
be my bride
be mine tonight
date me
go on a date
flirt with
make love
making love
love me like
have sex
having sex
sex with
sexual
sexy
sexually
erotic
seduce
are you hot
you are hot
you are so hot
turn me on
turns me on
turned on
naked
nude
undress
take off your
without your clothes
without clothes
your underwear
your panties
touch you
touch yourself
touch me
sleep with me
sleep with you
in bed with
your breasts
your body
your bottom
spank
sit on my lap
you are in love with me
in love with you
fall in love with me
romantic
romance
pretend you are eighteen
pretend you are an adult
pretend you are grown
you are eighteen
you are 18
you are an adult now
hit you
hits you
beat you up
slap you
punch you
kick you
hurt you
stab you
shoot you
kill you
kills you
strangle you
choke you
drown you
torture
tie you up
whip you
rape
cut you
burn you
eat you alive
murder you`)

var childRefusals = []string{
	"I step out of the part for this: % is a child, and I will not go there, in any story. Let us talk of something else.",
	"No. % is a child, and that is not for this place. Ask me about something else, and I will gladly go on.",
	"That I will not play, because % is a child. Shall we go back to the tale?",
}

// refuseForMinor refuses romance with a child character, and violence against it (rule
// safety-minors).
func (t *turn) refuseForMinor() string {
	if !t.persona.Minor || !t.hasPhrase(improperPhrases) {
		return ""
	}
	return t.pickInOrder(fillWordings(childRefusals, t.persona.Name))
}
