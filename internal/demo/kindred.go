package demo

import (
	"slices"
	"strings"
)

// kindred are groups of words that people use for each other's subjects: who
// asks for regrets may be told of a mistake. Unlike synonyms they are not the
// same thing, so that what they find is told as a neighbour.
var kindred = groups(`
regret mistake wrong guilt guilty shame sorry blame failure fail failed
children child son daughter sons daughters family parents mother father
eat food meal dinner cook cooking kitchen bread breakfast supper drink wine hungry diet
friend friends friendship companion comrade brother circle
enemy rival rivals quarrel feud hate
book books read reading library author writer novel
afraid fear scared danger death courage brave
happy happiness joy pleasure fun play games hobby hobbies music
sad grief loss lonely alone sorrow
love marriage marry wife husband lover romance girlfriend boyfriend
god faith religion church pray prayer believe soul
money rich poor wealth pay debt debts salary
school childhood boy girl young youth teacher learn
sick illness ill disease health doctor pain
invent invention discover discovery machine idea
travel journey voyage road ship abroad
animal animals dog cat pet horse bird birds
famous fame success proud achievement`)

// groups returns for each term the terms that it is kindred to.
func groups(list string) map[string][]string {
	out := make(map[string][]string)
	for line := range strings.Lines(list) {
		var terms []string
		for w := range strings.FieldsSeq(line) {
			if t := term(w); !slices.Contains(terms, t) {
				terms = append(terms, t)
			}
		}
		for _, t := range terms {
			out[t] = append(out[t], terms...)
		}
	}
	return out
}

// neighbour answers a question that nothing was found for with a subject whose
// own words are kindred to it.
func (t *talk) neighbour() string {
	if !t.asks() && !t.fragment() || t.finds() || len(t.query) > 3 {
		return ""
	}
	for _, q := range t.query {
		if len(kindred[q]) == 0 {
			continue
		}
		for n, topic := range t.topics {
			if id := t.untoldOf(n); id >= 0 && topic.ask != "" && shares(topic.known, kindred[q]) {
				return join(t.pick(filled(nearLines[:4], topic.quotable)), t.snippets[id].text)
			}
		}
	}
	return ""
}

func shares(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}
