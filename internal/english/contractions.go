package english

// shortForms maps short forms and variant spellings to the words that they stand for. Its
// contractions have no apostrophe. Rules words-documented, demo-core.
var shortForms = map[string][]string{
	"im": {"i", "am"}, "ive": {"i", "have"}, "dont": {"do", "not"}, "didnt": {"did", "not"},
	"doesnt": {"does", "not"}, "isnt": {"is", "not"}, "arent": {"are", "not"}, "wasnt": {"was", "not"},
	"cant": {"can", "not"}, "cannot": {"can", "not"}, "wont": {"will", "not"}, "couldnt": {"could", "not"},
	"wouldnt": {"would", "not"}, "shouldnt": {"should", "not"}, "whats": {"what", "is"}, "whos": {"who", "is"},
	"hows": {"how", "is"}, "thats": {"that", "is"}, "youre": {"you", "are"}, "youve": {"you", "have"},
	"u": {"you"}, "r": {"are"}, "ur": {"your"}, "thx": {"thanks"}, "ty": {"thanks"}, "pls": {"please"},
	"plz": {"please"}, "wanna": {"want", "to"}, "gonna": {"going", "to"}, "yeah": {"yes"}, "yep": {"yes"},
	"yup": {"yes"}, "nope": {"no"}, "nah": {"no"}, "favourite": {"favorite"},
	"theres": {"there", "is"}, "lets": {"let", "us"}, "hes": {"he", "is"}, "shes": {"she", "is"}, "theyre": {"they", "are"}, "werent": {"were", "not"}, "havent": {"have", "not"},
	"hasnt": {"has", "not"}, "itll": {"it", "will"}, "youll": {"you", "will"}, "tho": {"though"}, "cuz": {"because"}, "rn": {"now"}, "thnx": {"thanks"}, "tysm": {"thanks"},
	"y": {"why"}, "bc": {"because"}, "ppl": {"people"}, "fav": {"favorite"}, "fave": {"favorite"}, "gf": {"girlfriend"}, "bf": {"boyfriend"},
	"abt": {"about"}, "rly": {"really"}, "k": {"ok"}, "kk": {"ok"}, "dunno": {"do", "not", "know"}, "lemme": {"let", "me"}, "gimme": {"give", "me"},
	"mustve": {"must", "have"}, "wouldve": {"would", "have"}, "couldve": {"could", "have"}, "shouldve": {"should", "have"},
	"wheres": {"where", "is"}, "whens": {"when", "is"}, "whys": {"why", "is"}, "ure": {"you", "are"}, "youd": {"you", "would"},
}

// wordsBeforeIs has the words after which 's means "is".
var wordsBeforeIs = map[string]bool{
	"it": true, "that": true, "what": true, "who": true, "how": true, "where": true, "when": true, "why": true,
	"there": true, "here": true, "he": true, "she": true,
}

// contractionEndings maps the part after an apostrophe to the word that it stands for.
var contractionEndings = map[string]string{"m": "am", "re": "are", "ve": "have", "ll": "will", "d": "would"}
