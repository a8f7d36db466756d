package catalogue

import "strings"

// small words stand in many names and queries and tell nobody apart.
var small = strings.Fields("a an and at by da de del der des di du for from in la le of on or the to van von who with")

// foreign are words of names as other languages have them, too far from ours to
// be typos.
var foreign = map[string]string{
	"alejandro": "alexander", "magno": "great", "grand": "great", "grosse": "great", "colon": "columbus", "colombo": "columbus", "cristobal": "christopher", "cristoforo": "christopher",
	"juana": "joan", "jeanne": "joan", "johanna": "joan", "giovanna": "joan", "jules": "julius", "giulio": "julius", "nofretete": "nefertiti",
	"karl": "carl", "carlos": "charles", "enrique": "henry", "heinrich": "henry", "isabel": "elizabeth", "catalina": "catherine", "katharina": "catherine",
	"luis": "louis", "ludwig": "louis", "federico": "frederick", "guillermo": "william", "wilhelm": "william", "iwan": "ivan",
}

// kin are the words of tags that say the same as a word, in the singular or
// plural.
func kin(word string) []string {
	if tags, known := kinds[word]; known {
		return tags
	}
	return kinds[strings.TrimSuffix(word, "s")]
}

var kinds = map[string][]string{
	"king": {"monarchy"}, "queen": {"monarchy"}, "emperor": {"monarchy", "empire"}, "empress": {"monarchy", "empire"}, "monarch": {"monarchy"},
	"ruler": {"monarchy", "leadership"}, "royal": {"monarchy"}, "general": {"strategy"}, "soldier": {"war"}, "warrior": {"war"},
	"painter": {"painting"}, "sculptor": {"sculpture"}, "architect": {"architecture"}, "novelist": {"novels"}, "dancer": {"dance"},
	"chemist": {"chemistry"}, "physicist": {"physics"}, "astronomer": {"astronomy"}, "doctor": {"medicine"}, "engineer": {"engineering"},
	"explorer": {"exploration"}, "pirate": {"piracy"}, "pilot": {"aviation"}, "revolutionary": {"revolution"}, "woman": {"women"},
	"american": {"americas"}, "chinese": {"china"}, "egyptian": {"egypt"}, "english": {"england"}, "british": {"england"}, "french": {"france"},
	"german": {"germany"}, "greek": {"greece"}, "indian": {"india"}, "italian": {"italy"}, "japanese": {"japan"}, "roman": {"rome"},
	"russian": {"russia"}, "spanish": {"spain"}, "african": {"africa"},
}
