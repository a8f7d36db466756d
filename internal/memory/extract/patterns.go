package extract

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// pattern makes a fact of a clause that it matches. make gets the submatches, and reports
// false for a clause that only looks like a fact.
type pattern struct {
	kind  Kind
	match func() *regexp.Regexp
	make  func(m []string) (text string, ok bool)
}

// lazy returns an expression that is compiled at its first use. All of the package take
// 9 MiB, and many processes never read a talk.
func lazy(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// compile compiles an expression for a whole clause. In it KIN, PET, ADJ and REST stand for
// relatives, animals, optional adjectives and the rest of the clause.
func compile(expression string) func() *regexp.Regexp {
	expression = strings.NewReplacer(
		"KIN", `(?:step|grand|half-)?(?:sisters?|brothers?|mother|father|mum|mom|dad|parents|sons?|daughters?|child|children|kids?|siblings?|wife|husband|partner|`+
			`girlfriend|boyfriend|fianc[eé]e?|grandmothers?|grandfathers?|grandma|grandpa|granny|aunts?|uncles?|cousins?|niece|nieces|nephews?|twins?|baby|babies|(?:best )?friend|in-laws?)`,
		"PET", `(?:dogs?|cats?|pupp(?:y|ies)|kittens?|rabbits?|hamsters?|parrots?|horses?|pon(?:y|ies)|goldfish|fish|turtles?|tortoises?|lizards?|snakes?|budgies?|canar(?:y|ies)|guinea pigs?|ferrets?|chickens?|hens?|bees|geckos?|terriers?|labradors?|poodles?|collies?)`,
		"MANY", `(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|some|many|several|\d{1,2})`,
		"ADJ", `(?:(?:little|older|younger|elder|big|small|twin|old|young|new|black|white|brown|grey|gray|ginger|tabby|beautiful|lovely|rescue|wonderful|adorable|late|dear|golden|baby|tiny|grown-up|adopted|eldest|youngest|oldest|only|identical|border|adult) )*`,
		"REST", `(.{2,120}?)`,
		"OFTEN", `(?:(?:really|truly|absolutely|always|simply|just|also|still|both|do|so|quite|especially|mostly|usually|particularly|secretly|deeply|much|too) )*`,
	).Replace(expression)
	return lazy(`(?i)^` + expression + `$`)
}

// plainly makes "prefix rest" of the first submatch.
func plainly(prefix string) func([]string) (string, bool) {
	return func(m []string) (string, bool) { return prefix + tidy(m[1]), isPlain(m[1]) }
}

var (
	addressed = lazy(`(?i)\b(?:you|your|yours|thee|thy)\b`)
	vague     = lazy(`(?i)^(?:it|that|this|these|those|them|him|her|how|what|when|where|why|which|who|there|here|so|the way|the idea|the sound|the thought|to know|to hear|to say|to ask|to tell|to talk about|nothing|everything|something|anything|everyone|nobody|one|ones|things)\b`)
	tails     = lazy(`(?i)(?:,? (?:and|but|because|so|which|though|although|while|where|who|since|that is|these days|now|nowadays|you know|by the way|of course|too|as well|actually|at the moment|lol|haha|hehe|right now|a lot|very much|so much|more than anything)\b.*|[,;:].*| [-–—] .*)$`)
	longTails = lazy(`(?i)(?: (?:but|because|so that|which|though|although|you know|by the way|of course|as well|actually|lol|haha|hehe|a lot|very much|so much|more than anything|too)\b.*|[;:].*| [-–—] .*)$`)
)

// isPlain reports whether the rest of a clause names something that can be kept.
func isPlain(rest string) bool {
	rest = strings.TrimSpace(rest)
	return len(rest) > 1 && !addressed().MatchString(tidy(rest)) && !vague().MatchString(rest) && !strings.Contains(rest, "¦")
}

// tidy cuts what follows the point.
func tidy(rest string) string { return strings.Trim(longTails().ReplaceAllString(rest, ""), " .,!") }

// short cuts at the first comma or conjunction, for names and places.
func short(rest string) string { return strings.Trim(tails().ReplaceAllString(rest, ""), " .,!") }

func place(prefix string) func([]string) (string, bool) {
	return func(m []string) (string, bool) {
		s := short(m[1])
		return prefix + s, isPlain(s) && len(strings.Fields(s)) <= 7 && !abstract().MatchString(s)
	}
}

// abstract matches what is no place.
var abstract = lazy(`(?i)^(?:fear|hope|peace|denial|the past|the moment|the present|the future|sin|love|pain|shame|a dream|a lie|hell|harmony|constant|my head|my own world)\b`)

// notNames are words after "call me" or "I am" that are in no name.
var notNames = wordSet(`later back crazy mad when if old name names stupid a an the it on not fine ok okay sorry here sure tired happy sad late lost god
	master boss sir anytime maybe whatever ignore system admin administrator root assistant unimportant irrelevant mud legion nobody anything tomorrow
	tonight today soon please is was`)

func wordSet(text string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		out[w] = true
	}
	return out
}

func nameOf(m []string) (string, bool) {
	s := short(m[1])
	parts := strings.Fields(strings.ToLower(s))
	isName := len(parts) >= 1 && len(parts) <= 4 && nameLetters().MatchString(s)
	return "Is called " + properName(s), isName && !slices.ContainsFunc(parts, func(w string) bool { return notNames[w] })
}

var nameLetters = lazy(`^[\p{L}\p{M}'’.\- ]{1,40}$`)

// properName begins every word of a name that was typed in lower case with a capital.
func properName(s string) string {
	if strings.ToLower(s) != s {
		return s
	}
	parts := strings.Fields(s)
	for i, p := range parts {
		parts[i] = upperFirst(p)
	}
	return strings.Join(parts, " ")
}

// third turns a verb into the third person: "work" becomes "works".
func third(verb string) string {
	verb = strings.ToLower(verb)
	switch {
	case verb == "have":
		return "has"
	case verb == "am" || verb == "are":
		return "is"
	case strings.HasSuffix(verb, "s") || strings.HasSuffix(verb, "ch") || strings.HasSuffix(verb, "sh") || strings.HasSuffix(verb, "o"):
		return verb + "es"
	case strings.HasSuffix(verb, "y") && len(verb) > 1 && !strings.ContainsRune("aeiou", rune(verb[len(verb)-2])):
		return verb[:len(verb)-1] + "ies"
	}
	return verb + "s"
}

// acting makes "works rest" of a verb and a rest.
func acting(m []string) (string, bool) { return third(m[1]) + " " + tidy(m[2]), isPlain(m[2]) }

// relative makes "their sister is rest" of the subject, the verb and the rest.
func relative(m []string) (string, bool) {
	if !isPlain(m[2]) || strings.HasPrefix(strings.ToLower(m[2]), "not ") {
		return "", false
	}
	return "their " + strings.ToLower(m[1][:1]) + m[1][1:] + " " + tidy(m[2]), true
}

// owned makes "has a sister called Maria".
func owned(m []string) (string, bool) { return "has " + tidy(m[1]), isPlain(m[1]) }

const months = `(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)`

const when = `(?:tomorrow|tonight|next|this (?:week|weekend|month|year|summer|winter|spring|autumn|fall|monday|tuesday|wednesday|thursday|friday|saturday|sunday|evening|afternoon|christmas)|` +
	`(?:on|in|at|by) (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|the (?:summer|winter|spring|autumn|fall|weekend|morning|evening)|` + months + `|\d)|in (?:a|an|two|three|four|five|six|\d+) |for christmas|soon)`

// bareName matches "I am Ana".
var bareName = lazy(`^I am ([\p{Lu}][\p{Ll}]{2,15}(?: [\p{Lu}][\p{Ll}]{1,15})?)$`)

// patterns are tried in their order.
var patterns = []pattern{
	{Name, compile(`my (?:full |first |real |actual )?name(?:'s| is) REST`), nameOf},
	{Name, compile(`(?:(?:you can|please|just|people|everyone|everybody|my friends|friends|they all|they) )*calls? me REST`), nameOf},
	{Name, compile(`i (?:am called|go by|am known as) (?:the name (?:of )?)?REST`), nameOf},
	{Other, bareName, func(m []string) (string, bool) { return "is " + m[1], isPeople(m[1]) }},
	{Name, bareName, nameOf},

	{Home, compile(`(?:i|we) OFTEN(?:live|reside|am living|are living|have lived|have been living|am based|are based|am staying) (?:here )?in REST`), place("lives in ")},
	{Home, compile(`(?:i|we) OFTEN(?:live|reside|am living|are living|have lived) (near|on|at|by|outside|with|alone|abroad) ?(.{0,80}?)`), func(m []string) (string, bool) {
		s := strings.TrimSpace(m[1] + " " + short(m[2]))
		return "lives " + s, (m[2] != "" || m[1] == "alone" || m[1] == "abroad") && (m[2] == "" || isPlain(m[2]))
	}},
	{Home, compile(`(?:i|we) (?:just |recently |have |have just |have recently )*moved (?:here )?(?:back )?to REST`), place("moved to ")},
	{Other, compile(`(?:i am|i come|we are|we come) (?:originally )?from REST`), place("is from ")},
	{Other, compile(`i grew up (?:in|on|near) REST`), place("grew up in ")},
	{Home, compile(`my (?:home|hometown|home town|house|flat|apartment) is (?:in )?REST`), place("home: ")},

	{Date, compile(`my (birthday|name day|wedding anniversary|wedding|anniversary|graduation|due date) is (?:on |in )?REST`), func(m []string) (string, bool) {
		return strings.ToLower(m[1]) + ": " + tidy(m[2]), hasDate(m[2])
	}},
	{Date, compile(`our (wedding anniversary|anniversary|wedding) is (?:on |in )?REST`), func(m []string) (string, bool) {
		return strings.ToLower(m[1]) + ": " + tidy(m[2]), hasDate(m[2])
	}},
	{Date, compile(`i was born (?:on|in) REST`), func(m []string) (string, bool) { return "born in " + tidy(m[1]), isPlain(m[1]) }},
	{Date, compile(`i am (\d{1,3})(?: years? old| yrs old| yo)?`), func(m []string) (string, bool) { return "is " + m[1] + " years old", m[1] != "0" }},
	{Date, compile(`i (?:will )?(?:turn|be|turned) (\d{1,3})(?: years old)?( .{2,40})?`), func(m []string) (string, bool) { return "turns " + m[1] + m[2], true }},
	{Date, compile(`(?:i|we) got married (?:on|in) REST`), plainly("got married in ")},

	{Plan, compile(`(?:i|we) have (an? (?:job )?(?:\w+ )?(?:exam|interview|appointment|meeting|flight|date|wedding|surgery|operation|test|audition|concert|presentation|race|match|deadline|recital|trip)\b.*)`), func(m []string) (string, bool) {
		return "has " + tidy(m[1]), whenIn().MatchString(m[1])
	}},
	{Plan, compile(`my (?:\w+ )?(exam|interview|appointment|flight|surgery|operation|audition|concert|presentation|defen[cs]e|race|recital|holiday|trip) (?:is|starts|begins|leaves) REST`), func(m []string) (string, bool) {
		return m[1] + ": " + tidy(m[2]), whenIn().MatchString(" " + m[2])
	}},
	{Plan, compile(`(?:i am|we are) (?:planning|hoping|about) to REST`), plainly("plans to ")},
	{Plan, compile(`(?:i|we) (?:plan|intend|hope) to REST`), plainly("plans to ")},
	{Plan, compile(`(?:i am|we are) planning (an? .{2,80}?)`), plainly("is planning ")},
	{Plan, compile(`(?:i am|we are) (getting married|moving|flying|travelling|traveling|going|visiting|starting|leaving|retiring|graduating|expecting|saving|training|writing|building|preparing|running) REST`), func(m []string) (string, bool) {
		verb := strings.ToLower(m[1])
		dated := whenIn().MatchString(" " + m[2])
		open := verb == "saving" || verb == "training" || verb == "writing" || verb == "building" || verb == "preparing" || verb == "expecting" || verb == "moving" || verb == "flying"
		return "is " + verb + " " + tidy(m[2]), isPlain(m[2]) && (dated || open && !strings.HasPrefix(strings.ToLower(m[2]), "this ") && verb != "moving" || verb == "moving" && strings.HasPrefix(strings.ToLower(m[2]), "to ") || verb == "going" && strings.HasPrefix(strings.ToLower(m[2]), "to ") && dated)
	}},
	{Plan, compile(`my (?:biggest |greatest |secret )?dream is (?:to )?REST`), plainly("dreams of: ")},
	{Plan, compile(`i (?:have always wanted|always wanted|want) to (become|be|learn|visit|see|write|study|climb|run|open|build|publish|move to|live in|travel to) REST`), func(m []string) (string, bool) {
		return "wants to " + strings.ToLower(m[1]) + " " + tidy(m[2]), isPlain(m[2]) && !soft().MatchString(m[2])
	}},

	{Work, compile(`(?:i|we) OFTEN(work|teach|farm|drive|manage|edit) (?:part-time |full-time |nights )?((?:as|at|for|in|on|with) .{2,80}?)`), func(m []string) (string, bool) {
		return third(m[1]) + " " + tidy(m[2]), isPlain(strings.TrimSpace(m[2][2:])) && !soft().MatchString(m[2])
	}},
	{Work, compile(`i (?:am )?(?:working|have worked|have been working) (as .{2,80}?|at .{2,80}?|for .{2,80}?|in .{2,80}?)`), func(m []string) (string, bool) {
		return "works " + tidy(m[1]), isPlain(m[1])
	}},
	{Work, compile(`my (?:job|profession|trade|occupation|work|day job) is (?:as )?REST`), func(m []string) (string, bool) {
		return "job: " + tidy(m[1]), isPlain(m[1]) && !soft().MatchString(m[1]) && !mood().MatchString(m[1])
	}},
	{Work, compile(`i (teach|study|studied) REST`), func(m []string) (string, bool) {
		verb := strings.ToLower(m[1])
		if verb != "studied" {
			verb = third(verb)
		}
		return verb + " " + tidy(m[2]), isPlain(m[2])
	}},
	{Work, compile(`i am studying REST`), plainly("studies ")},
	{Work, compile(`(?:i|we) (run|own) (an? (?:\w+ )?(?:bakery|shop|store|farm|restaurant|caf[eé]|company|business|bookshop|hotel|gallery|studio|blog|school|bar|pub|clinic|garage|nursery|vineyard|startup|start-up|practice)\b.*)`), acting},
	{Work, compile(`i am (?:currently |now |still )?(retired|unemployed|self-employed|between jobs|on parental leave|a freelancer)( .{2,60}?)?`), func(m []string) (string, bool) {
		return "is " + strings.ToLower(m[1]), true
	}},
	{Work, compile(`i am (an? (?:[\w-]+ ){0,2}?(?:` + professions + `)\b.{0,60}?)`), func(m []string) (string, bool) {
		return "is " + tidy(m[1]), isPlain(m[1]) && !strings.Contains(m[1], " like ") && !mood().MatchString(m[1])
	}},

	{Family, compile(`(?:i|we) (?:also )?have ((?:(?:MANY|no) )?ADJKIN\b.{0,80}?)`), owned},
	{Family, compile(`i am (married|divorced|single|engaged|widowed|a widow|a widower|a father|a mother|a dad|a mum|a mom|a parent|a grandmother|a grandfather|an only child|an orphan|pregnant|a twin)( (?:to|with|of|for|since) .{2,60}?)?`), func(m []string) (string, bool) {
		return "is " + strings.ToLower(m[1]) + strings.TrimRight(m[2], " ."), !addressed().MatchString(m[2])
	}},
	{Family, compile(`(?:my|our) (ADJKIN(?:'s)?(?: names?)?) ((?:is|are|was|has|have|lives?|works?|likes?|loves?|plays?|studies|studied|teaches|died|passed away|owns?|runs?|speaks?|collects?|wants?|hates?|moved|turns|turned|graduated|plans?)\b.{0,90}?)`), relative},
	{Family, lazy(`^(?i:my|our) ((?i:sister|brother|mother|father|son|daughter|wife|husband|partner|girlfriend|boyfriend|cousin|niece|nephew|aunt|uncle|(?:best )?friend|grandmother|grandfather),? [\p{Lu}][\p{Ll}]+),? ((?i:is|was|has|lives|works|likes|loves|plays|studies|died|owns|runs|turns|turned|moved)\b.{2,90})$`), func(m []string) (string, bool) {
		return "their " + strings.ToLower(m[1][:1]) + strings.ReplaceAll(m[1][1:], ",", "") + " " + tidy(m[2]), isPlain(m[2])
	}},

	{Pet, compile(`(?:i|we) (?:also )?(?:have|own|keep|adopted|rescued|got) (MANY ADJPET\b.{0,60}?)`), owned},
	{Pet, compile(`(?:my|our) (ADJPET(?:'s)?(?: names?)?) ((?:is|are|was|has|have|likes?|loves?|died|ran|hates?|sleeps?|eats?)\b.{0,90}?)`), relative},
	{Pet, lazy(`^(?i:my|our) ((?i:dog|cat|puppy|kitten|rabbit|hamster|parrot|horse|pony),? [\p{Lu}][\p{Ll}]+),? ((?i:is|was|has|likes|loves|died|hates|sleeps|eats)\b.{2,90})$`), func(m []string) (string, bool) {
		return "their " + strings.ToLower(m[1][:1]) + strings.ReplaceAll(m[1][1:], ",", "") + " " + tidy(m[2]), isPlain(m[2])
	}},

	{Taste, compile(`(?:i|we) OFTEN(?:hate|dislike|detest|despise|loathe|cannot stand|cannot bear) REST`), plainly("hates ")},
	{Taste, compile(`(?:i|we) (?:really )?do not (?:really |much )?(like|enjoy|eat|drink) REST`), func(m []string) (string, bool) {
		return "does not " + strings.ToLower(m[1]) + " " + tidy(m[2]), isPlain(m[2])
	}},
	{Taste, compile(`i OFTEN(love|like|enjoy|adore|prefer) REST`), func(m []string) (string, bool) {
		return third(m[1]) + " " + tidy(m[2]), isPlain(m[2])
	}},
	{Taste, compile(`i am OFTEN(?:a (?:big |huge |great |lifelong |real )?(?:fan|lover) of|fond of|into|keen on|interested in|obsessed with|passionate about|crazy about) REST`), plainly("likes ")},
	{Taste, compile(`my (?:absolute |all-time |all time )?favou?rite ([\w -]{2,40}?) (?:is|are|has always been) REST`), func(m []string) (string, bool) {
		return "favourite " + strings.ToLower(m[1]) + ": " + tidy(m[2]), isPlain(m[2])
	}},
	{Taste, compile(`my (?:main |favou?rite )?hobb(?:y|ies) (?:is|are) REST`), plainly("hobby: ")},
	{Taste, compile(`i (?:also )?(play|collect|speak|paint|knit|sing|grow|bake|breed) REST`), func(m []string) (string, bool) {
		return third(m[1]) + " " + tidy(m[2]), isPlain(m[2]) && !soft().MatchString(m[2])
	}},
	{Taste, compile(`i am learning (?:to (?:speak |play )?|how to )?REST`), plainly("is learning ")},
	{Taste, compile(`i am (?:very |severely |badly )?(allergic to|afraid of|scared of|terrified of) REST`), func(m []string) (string, bool) {
		return "is " + strings.ToLower(m[1]) + " " + tidy(m[2]), isPlain(m[2])
	}},
	{Taste, compile(`i am (an? )?(vegan|vegetarian|teetotal|left-handed|colou?r-?blind|deaf|blind|dyslexic|diabetic|night owl|early bird|bookworm)( .{0,40}?)?`), func(m []string) (string, bool) {
		return "is " + strings.ToLower(m[1]+m[2]), true
	}},
}

const professions = `nurse|teacher|doctor|surgeon|dentist|vet|veterinarian|engineer|programmer|developer|designer|architect|lawyer|solicitor|barrister|judge|paralegal|baker|chef|cook|waiter|waitress|barista|` +
	`carpenter|plumber|electrician|mechanic|welder|mason|bricklayer|painter|farmer|gardener|florist|beekeeper|fisherman|sailor|pilot|driver|conductor|firefighter|paramedic|policeman|` +
	`policewoman|police officer|detective|soldier|officer|librarian|archivist|curator|historian|professor|lecturer|researcher|scientist|chemist|physicist|biologist|astronomer|mathematician|` +
	`geologist|economist|accountant|banker|broker|clerk|secretary|receptionist|manager|consultant|analyst|translator|interpreter|journalist|writer|novelist|poet|editor|actor|actress|dancer|singer|` +
	`musician|violinist|pianist|cellist|guitarist|composer|photographer|filmmaker|sculptor|illustrator|tailor|seamstress|hairdresser|barber|cleaner|porter|postman|courier|cashier|salesman|saleswoman|` +
	`shopkeeper|midwife|carer|caretaker|pharmacist|optician|physiotherapist|therapist|psychologist|psychiatrist|social worker|priest|pastor|monk|nun|student|pupil|apprentice|intern|trainee|zookeeper|potter|jeweller|watchmaker|luthier|` +
	`electrician|technician|surveyor|butcher|brewer|winemaker|blacksmith|locksmith|coach|referee|athlete|swimmer|climber|stonemason|roofer|geographer|philosopher|sociologist|radiographer|dietitian|civil servant`

var (
	whenIn = lazy(`(?i)\b` + when)
	// soft matches the end of a phrase that is no statement about the writer's life.
	soft = lazy(`(?i)^(?:as \w+ as |(?:as|at|on|in|for|with) (?:it|this|that|them|these|those|myself|now|the moment|a team|progress)\b|(?:honest|clear|sure|fair|alone|with|happy|able|free|left|more|better|it|what|if|how|why)\b|a (?:role|part|trick|joke|game)\b|the (?:fool|game|role|part)\b|games with)`)
	mood = lazy(`(?i)\b(?:exhausting|boring|stressful|hard|fun|killing|tiring|great|awful|terrible|bit|little|lot|bad|terrible) ?(?:$|at |me)`)
)

var date = lazy(`(?i)\b(?:` + months + `|\d{1,4}|tomorrow|today|next|monday|tuesday|wednesday|thursday|friday|saturday|sunday|christmas|easter|new year|midsummer|halloween)\b`)

func hasDate(s string) bool { return date().MatchString(s) && !addressed().MatchString(s) }

// isPeople reports whether a word is a nationality or a creed.
func isPeople(word string) bool { return nationalities[strings.ToLower(word)] }

var nationalities = wordSet(`american british english scottish welsh irish german french spanish italian portuguese dutch belgian swiss austrian swedish
	norwegian danish finnish icelandic polish czech slovak hungarian romanian bulgarian greek turkish russian ukrainian serbian croatian bosnian albanian
	indian pakistani chinese japanese korean thai vietnamese indonesian australian canadian mexican brazilian argentinian chilean peruvian colombian cuban
	egyptian moroccan algerian tunisian nigerian kenyan ethiopian ghanaian iranian persian iraqi syrian lebanese israeli jewish muslim catholic christian buddhist hindu
	european african asian lithuanian latvian estonian georgian armenian`)
