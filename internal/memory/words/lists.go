package words

import "strings"

// stopWords are words that say nothing about the subject of a text. They do not include "not" and
// "no", which change the meaning of a text.
var stopWords = wordSet(`a an the i im ive id ill me my mine myself you your yours he him his she her hers it its we us our ours they
	them their theirs themselves is am are was were be been being do does did done have has had having will would shall can
	could might must of in on at to for from with by about as into onto and or but so if that this these those there here
	what which who whom whose where when why how very really just also too than then now well oh please some any all every
	s t m re ve ll d hello hi hey yes yeah ok okay know think tell told say said remember remind remembered mention mentioned
	user`)

// wordsByGroup maps the name of each group to the words that belong to the group. With these
// groups, a question about pets finds memories about cats. Rule memory-recall.
var wordsByGroup = map[string]string{
	"family": `sister brother mother father mum mom dad parent son daughter child children kid sibling wife husband partner
		girlfriend boyfriend spouse grandmother grandfather grandma grandpa granny aunt uncle cousin niece nephew twin baby fiance fiancee
		grandson granddaughter`,
	"pet":  `dog cat puppy kitten rabbit hamster parrot horse pony fish goldfish turtle tortoise lizard snake budgie canary guineapig`,
	"plan": `exam interview appointment flight wedding surgery operation trip holiday vacation meeting marathon move`,
}

// synonymLists maps a canonical word to its synonyms. ContentWords replaces a synonym by the
// canonical word.
var synonymLists = map[string]string{
	"like":     `love enjoy adore fond fan keen prefer favorite favourite hobby passion into interest interested`,
	"hate":     `dislike despise detest loathe`,
	"live":     `reside home hometown based living residence city town`,
	"work":     `job profession career occupation employed employer employ`,
	"name":     `called call named`,
	"age":      `old`,
	"birthday": `born birth`,
	"mother":   `mum mom mama mummy`,
	"father":   `dad papa daddy`,
	"child":    `children kid kids`,
	"study":    `studies student university college degree`,
	"afraid":   `scared terrified fear phobia`,
	"allergic": `allergy allergies`,
	"plan":     `going planning`,
	"married":  `marry marriage`,
	"holiday":  `vacation`,
	"pet":      `animal`,
}

// nonSubjectWords tell the kind of a fact, but not what the fact is about. Rule memory-deleted.
const nonSubjectWords = `like hate live work name age year years birthday study afraid allergic plan married not no move moved near play collect learn
	speak teach own run eat drink want visit become get colour color food drink book film movie song music band sport team game season place thing
	big small little older younger elder twin two three four five new good best close friend family pet relative always often sometimes
	week month tomorrow today next soon going`

// dateNames are the stems of weekdays, months and holidays, which are capitalised but are not
// names.
var dateNames = stemSet(`monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
	september october november december christmas easter`)

func stemSet(text string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		out[stem(w)] = true
	}
	return out
}

var (
	canonicalStem   = keyStemOfEachWord(synonymLists)
	groupOfStem     = keyStemOfEachWord(wordsByGroup)
	nonSubjectStems = collectNonSubjectStems()
)

func wordSet(text string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		out[w] = true
	}
	return out
}

// keyStemOfEachWord returns a map from the stem of each word in lists to the stem of its key.
func keyStemOfEachWord(lists map[string]string) map[string]string {
	out := map[string]string{}
	for key, text := range lists {
		for w := range strings.FieldsSeq(text) {
			out[stem(w)] = stem(key)
		}
	}
	return out
}

// collectNonSubjectStems returns the stems of nonSubjectWords and of the members of groups, as ContentWords
// returns them.
func collectNonSubjectStems() map[string]bool {
	out := map[string]bool{}
	addStem := func(w string) {
		w = stem(w)
		if canonical, ok := canonicalStem[w]; ok {
			w = canonical
		}
		out[w] = true
	}
	for w := range strings.FieldsSeq(nonSubjectWords) {
		addStem(w)
	}
	for w := range groupOfStem {
		addStem(w)
	}
	return out
}
