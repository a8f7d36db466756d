package demo

import (
	"slices"
	"strings"
)

// relatedTerms groups words of related subjects, so that a text about a mistake may
// answer a question about regrets. They are not synonyms, so the reply says that its
// text is only related.
var relatedTerms = wordGroups(`
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

// wordGroups returns for each term the terms of its groups.
func wordGroups(list string) map[string][]string {
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

// answerRelatedTopic answers a question without a match with a topic that has a related
// term.
func (t *turn) answerRelatedTopic() string {
	if !t.isQuestion() && !t.isFragment() || t.findsText() || len(t.query) > 3 {
		return ""
	}
	for _, q := range t.query {
		if len(relatedTerms[q]) == 0 {
			continue
		}
		for n, topic := range t.topics {
			if id := t.firstUntold(n); id >= 0 && topic.ask != "" && overlap(topic.terms, relatedTerms[q]) {
				return joinParts(t.pick(fill(nearLines[:4], topic.quotable)), t.snippets[id].text)
			}
		}
	}
	return ""
}

func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

// synonyms maps a word to the head word under which texts and questions are indexed.
var synonyms = wordPairs(`
job:work jobs:work career:work profession:work occupation:work trade:work working:work
dad:father mum:mother mom:mother mama:mother papa:father
parent:family parents:family siblings:family relatives:family
brothers:brother sisters:sister
kids:child kid:child children:child son:child daughter:child
youth:childhood boyhood:childhood girlhood:childhood growing:childhood
husband:marry wife:marry marriage:marry married:marry wedding:marry spouse:marry
maths:mathematics math:mathematics arithmetic:mathematics
wrote:write written:write writer:write writings:write
fought:fight fighting:fight battles:battle wars:war
born:birth birthplace:birth
died:die dead:die death:die dying:die
taught:teach teacher:teach teachers:teach
school:study education:study learnt:learn learned:learn studied:study
began:begin begun:begin started:begin start:begin starts:begin starting:begin
built:build building:build builder:build
made:make making:make maker:make
thought:idea thoughts:idea ideas:idea opinion:idea
afraid:fear scared:fear fears:fear frightened:fear
picture:paint pictures:paint painting:paint paintings:paint painter:paint
money:pay paid:pay rich:wealth
ship:ship boat:ship boats:ship vessel:ship
home:home house:home live:home lived:home living:home
religion:faith god:faith belief:faith beliefs:faith believe:faith
ate:food eat:food meal:food meals:food eating:food
films:film movie:film movies:film
flew:fly flight:fly flying:fly
sang:sing sung:sing song:sing songs:sing
led:lead leader:lead leading:lead
ruled:rule ruler:rule reign:rule
friendship:friend pals:friend pal:friend
foes:enemy foe:enemy enemies:enemy rival:enemy rivals:enemy
beloved:love loved:love lover:love
crazy:mad insane:mad madness:mad lunatic:mad colour:color colors:color colours:color
ill:illness sick:illness sickness:illness disease:illness`)

func wordPairs(list string) map[string]string {
	m := make(map[string]string)
	for _, p := range strings.Fields(list) {
		w, head, _ := strings.Cut(p, ":")
		m[w] = head
	}
	return m
}
