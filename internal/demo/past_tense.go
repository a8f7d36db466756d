package demo

import "strings"

// pastFormByVerb maps verbs to their past tense. The past tense of other verbs is not guessed.
var pastFormByVerb = wordPairs(`
take:took win:won get:got write:wrote invent:invented give:gave make:made refuse:refused learn:learned
leave:left lose:lost kill:killed find:found keep:kept meet:met go:went say:said break:broke fight:fought
build:built have:had draw:drew paint:painted choose:chose stop:stopped live:lived cross:crossed turn:turned
bear:bore run:ran escape:escaped marry:married plan:planned love:loved come:came quarrel:quarrelled stay:stayed
hold:held burn:burned treat:treated beat:beat bring:brought sell:sold oppose:opposed call:called put:put
speak:spoke wander:wandered want:wanted tell:told see:saw teach:taught disagree:disagreed play:played
survive:survived wait:waited know:knew raise:raised fly:flew rule:ruled preach:preached feel:felt use:used
discover:discovered translate:translated change:changed hide:hid rescue:rescued attack:attacked try:tried
walk:walked help:helped become:became prove:proved save:saved ask:asked design:designed guide:guided
sleep:slept slap:slapped face:faced wreck:wrecked think:thought carry:carried return:returned decide:decided
drill:drilled exist:existed protect:protected tame:tamed cut:cut wear:wore steal:stole bury:buried
spend:spent march:marched strike:struck explain:explained hate:hated sink:sank move:moved resign:resigned
follow:followed challenge:challenged dismiss:dismissed part:parted ransom:ransomed drive:drove serve:served
adopt:adopted talk:talked eat:ate sing:sang fear:feared lead:led draft:drafted execute:executed study:studied
imagine:imagined look:looked hunt:hunted gather:gathered stand:stood heal:healed sit:sat support:supported
smash:smashed betray:betrayed lie:lied prepare:prepared risk:risked plough:ploughed drop:dropped
travel:travelled retire:retired start:started begin:began shelter:sheltered unite:united impale:impaled
decree:decreed kiss:kissed visit:visited besiege:besieged order:ordered open:opened do:did own:owned
believe:believed send:sent read:read hear:heard join:joined die:died work:worked count:counted dance:danced
convince:convinced compose:composed publish:published conquer:conquered sail:sailed swear:swore
mutter:muttered photograph:photographed worship:worshipped spy:spied despair:despaired film:filmed`)

// pastTense puts the words after "did you" into the past tense: "never marry"
// becomes "never married". It returns "" for an unknown verb.
func pastTense(rest string) string {
	verb, after, _ := strings.Cut(rest, " ")
	adverbs := ""
	for leadingAdverbs[verb] {
		adverbs += verb + " "
		verb, after, _ = strings.Cut(after, " ")
	}
	if verb == "not" && after != "" {
		return adverbs + "did not " + after
	}
	form, known := pastFormByVerb[verb]
	if !known {
		return ""
	}
	return strings.TrimSpace(adverbs + form + " " + after)
}

var leadingAdverbs = wordSet("never really ever truly first once always so almost")
