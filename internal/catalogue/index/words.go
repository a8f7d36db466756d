package index

import "strings"

// stopWords are too common in names and queries to distinguish characters. Descriptions are compared
// without them. Rule profile-similar-score.
var stopWords = strings.Fields("a an and at by da de del der des di du for from in la le of on or the to van von who with")

// englishByForeignName maps words of names in other languages to the words of the English names. It has
// only pairs that differ by more than two typos.
var englishByForeignName = map[string]string{
	"alejandro": "alexander", "magno": "great", "grand": "great", "grosse": "great", "colon": "columbus", "colombo": "columbus", "cristobal": "christopher", "cristoforo": "christopher",
	"juana": "joan", "jeanne": "joan", "johanna": "joan", "giovanna": "joan", "jules": "julius", "giulio": "julius", "nofretete": "nefertiti",
	"karl": "carl", "carlos": "charles", "enrique": "henry", "heinrich": "henry", "isabel": "elizabeth", "catalina": "catherine", "katharina": "catherine",
	"luis": "louis", "ludwig": "louis", "federico": "frederick", "guillermo": "william", "wilhelm": "william", "iwan": "ivan",
}

// relatedTags returns the tags that are related to a word, such as "monarchy" for
// "king" or "kings".
func relatedTags(word string) []string {
	if tags, known := tagsByWord[word]; known {
		return tags
	}
	return tagsByWord[strings.TrimSuffix(word, "s")]
}

var tagsByWord = map[string][]string{
	"king": {"monarchy"}, "queen": {"monarchy"}, "emperor": {"monarchy", "empire"}, "empress": {"monarchy", "empire"}, "monarch": {"monarchy"},
	"ruler": {"monarchy", "leadership"}, "royal": {"monarchy"}, "general": {"strategy"}, "soldier": {"war"}, "warrior": {"war"},
	"painter": {"painting"}, "sculptor": {"sculpture"}, "architect": {"architecture"}, "novelist": {"novels"}, "dancer": {"dance"},
	"chemist": {"chemistry"}, "physicist": {"physics"}, "astronomer": {"astronomy"}, "doctor": {"medicine"}, "engineer": {"engineering"},
	"explorer": {"exploration"}, "pirate": {"piracy"}, "pilot": {"aviation"}, "revolutionary": {"revolution"}, "woman": {"women"},
	"american": {"americas"}, "chinese": {"china"}, "egyptian": {"egypt"}, "english": {"england"}, "british": {"england"}, "french": {"france"},
	"german": {"germany"}, "greek": {"greece"}, "indian": {"india"}, "italian": {"italy"}, "japanese": {"japan"}, "roman": {"rome"},
	"russian": {"russia"}, "spanish": {"spain"}, "african": {"africa"},
}
