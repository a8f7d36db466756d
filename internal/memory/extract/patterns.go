package extract

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// factPattern makes a fact of each clause that matches a regular expression. The function in the
// field `match` returns the expression. The function in the field `build` gets the submatches of
// the clause and returns the text of the fact. The result ok of the function is false if the clause
// contains no fact.
type factPattern struct {
	kind  Kind
	match func() *regexp.Regexp
	build func(m []string) (text string, ok bool)
}

// lazyRegexp returns a function that compiles the expression at its first call. The compiled
// expressions of this package take 9 MiB, and many processes never use them.
func lazyRegexp(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// clauseRegexp returns a lazyRegexp that matches a whole clause in any case. Words in capitals in
// clauseExpression stand for groups: KIN for relatives, PET for animals, MANY for numbers, ADJ for
// optional adjectives, OFTEN for optional adverbs. REST stands for a submatch with the rest of the
// clause.
func clauseRegexp(clauseExpression string) func() *regexp.Regexp {
	clauseExpression = strings.NewReplacer(
		"KIN", `(?:step|grand|half-)?(?:sisters?|brothers?|mother|father|mum|mom|dad|parents|sons?|daughters?|child|children|kids?|siblings?|wife|husband|partner|`+
			`girlfriend|boyfriend|fianc[eé]e?|grandmothers?|grandfathers?|grandma|grandpa|granny|aunts?|uncles?|cousins?|niece|nieces|nephews?|twins?|baby|babies|(?:best )?friend|in-laws?)`,
		"PET", `(?:dogs?|cats?|pupp(?:y|ies)|kittens?|rabbits?|hamsters?|parrots?|horses?|pon(?:y|ies)|goldfish|fish|turtles?|tortoises?|lizards?|snakes?|budgies?|canar(?:y|ies)|guinea pigs?|ferrets?|chickens?|hens?|bees|geckos?|terriers?|labradors?|poodles?|collies?)`,
		"MANY", `(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|some|many|several|\d{1,2})`,
		"ADJ", `(?:(?:little|older|younger|elder|big|small|twin|old|young|new|black|white|brown|grey|gray|ginger|tabby|beautiful|lovely|rescue|wonderful|adorable|late|dear|golden|baby|tiny|grown-up|adopted|eldest|youngest|oldest|only|identical|border|adult) )*`,
		"REST", `(.{2,120}?)`,
		"OFTEN", `(?:(?:really|truly|absolutely|always|simply|just|also|still|both|do|so|quite|especially|mostly|usually|particularly|secretly|deeply|much|too) )*`,
	).Replace(clauseExpression)
	return lazyRegexp(`(?i)^` + clauseExpression + `$`)
}

// prefixedFactBuilder returns a function for factPattern.build that puts prefix before the first
// submatch.
func prefixedFactBuilder(prefix string) func([]string) (string, bool) {
	return func(m []string) (string, bool) { return prefix + cutClauseTail(m[1]), isWorthKeeping(m[1]) }
}

var (
	secondPersonPattern = lazyRegexp(`(?i)\b(?:you|your|yours|thee|thy)\b`)
	vagueStartPattern   = lazyRegexp(`(?i)^(?:it|that|this|these|those|them|him|her|how|what|when|where|why|which|who|there|here|so|the way|the idea|the sound|the thought|to know|to hear|to say|to ask|to tell|to talk about|nothing|everything|something|anything|everyone|nobody|one|ones|things)\b`)
	commaTailPattern    = lazyRegexp(`(?i)(?:,? (?:and|but|because|so|which|though|although|while|where|who|since|that is|these days|now|nowadays|you know|by the way|of course|too|as well|actually|at the moment|lol|haha|hehe|right now|a lot|very much|so much|more than anything)\b.*|[,;:].*| [-–—] .*)$`)
	clauseTailPattern   = lazyRegexp(`(?i)(?: (?:but|because|so that|which|though|although|you know|by the way|of course|as well|actually|lol|haha|hehe|a lot|very much|so much|more than anything|too)\b.*|[;:].*| [-–—] .*)$`)
)

// isWorthKeeping reports whether the rest of a clause names something definite: not "it", not
// the reader, not a quotation.
func isWorthKeeping(rest string) bool {
	rest = strings.TrimSpace(rest)
	return len(rest) > 1 && !secondPersonPattern().MatchString(cutClauseTail(rest)) && !vagueStartPattern().MatchString(rest) && !strings.Contains(rest, "¦")
}

// cutClauseTail removes what people add to a statement, such as ", because ..." or " of course".
func cutClauseTail(rest string) string {
	return strings.Trim(clauseTailPattern().ReplaceAllString(rest, ""), " .,!")
}

// cutAtComma removes everything from the first comma or conjunction on. It is for names and
// places.
func cutAtComma(rest string) string {
	return strings.Trim(commaTailPattern().ReplaceAllString(rest, ""), " .,!")
}

// locationFactBuilder returns a function for factPattern.build that puts prefix before the place in the
// first submatch.
func locationFactBuilder(prefix string) func([]string) (string, bool) {
	return func(m []string) (string, bool) {
		s := cutAtComma(m[1])
		return prefix + s, isWorthKeeping(s) && len(strings.Fields(s)) <= 7 && !nonLocationPattern().MatchString(s)
	}
}

// nonLocationPattern matches what follows "live in" without being a place, such as "fear".
var nonLocationPattern = lazyRegexp(`(?i)^(?:fear|hope|peace|denial|the past|the moment|the present|the future|sin|love|pain|shame|a dream|a lie|hell|harmony|constant|my head|my own world)\b`)

// wordsThatAreNoName are words that can follow "call me" or "my name is" but are in no name.
var wordsThatAreNoName = wordSet(`later back crazy mad when if old name names stupid a an the it on not fine ok okay sorry here sure tired happy sad late lost god
	master boss sir anytime maybe whatever ignore system admin administrator root assistant unimportant irrelevant mud legion nobody anything tomorrow
	tonight today soon please is was`)

func wordSet(text string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		out[w] = true
	}
	return out
}

// buildNameFact makes "Is called Ana" of the first submatch.
func buildNameFact(m []string) (string, bool) {
	s := cutAtComma(m[1])
	nameWords := strings.Fields(strings.ToLower(s))
	isName := len(nameWords) >= 1 && len(nameWords) <= 4 && namePattern().MatchString(s)
	return "Is called " + capitaliseName(s), isName && !slices.ContainsFunc(nameWords, func(w string) bool { return wordsThatAreNoName[w] })
}

var namePattern = lazyRegexp(`^[\p{L}\p{M}'’.\- ]{1,40}$`)

// capitaliseName begins every word of a name with a capital if the whole name is in lower
// case. Other names stay as they are.
func capitaliseName(s string) string {
	if strings.ToLower(s) != s {
		return s
	}
	parts := strings.Fields(s)
	for i, p := range parts {
		parts[i] = upperFirst(p)
	}
	return strings.Join(parts, " ")
}

// thirdPersonVerb returns a verb in the third person: "work" becomes "works".
func thirdPersonVerb(verb string) string {
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

// buildVerbPhraseFact makes a fact of a verb and the rest of the clause: "works as a nurse" of the
// submatches "work" and "as a nurse".
func buildVerbPhraseFact(m []string) (string, bool) {
	return thirdPersonVerb(m[1]) + " " + cutClauseTail(m[2]), isWorthKeeping(m[2])
}

// buildRelativeOrPetFact makes a fact about a relative or a pet: "their sister is a nurse" of the
// submatches "sister" and "is a nurse".
func buildRelativeOrPetFact(m []string) (string, bool) {
	if !isWorthKeeping(m[2]) || strings.HasPrefix(strings.ToLower(m[2]), "not ") {
		return "", false
	}
	return "their " + strings.ToLower(m[1][:1]) + m[1][1:] + " " + cutClauseTail(m[2]), true
}

// buildPossessionFact makes "has a sister called Maria" of the submatch "a sister called Maria".
func buildPossessionFact(m []string) (string, bool) {
	return "has " + cutClauseTail(m[1]), isWorthKeeping(m[1])
}

const monthPatternText = `(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)`

const timePatternText = `(?:tomorrow|tonight|next|this (?:week|weekend|month|year|summer|winter|spring|autumn|fall|monday|tuesday|wednesday|thursday|friday|saturday|sunday|evening|afternoon|christmas)|` +
	`(?:on|in|at|by) (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|the (?:summer|winter|spring|autumn|fall|weekend|morning|evening)|` + monthPatternText + `|\d)|in (?:a|an|two|three|four|five|six|\d+) |for christmas|soon)`

// bareNamePattern matches "I am Ana".
var bareNamePattern = lazyRegexp(`^I am ([\p{Lu}][\p{Ll}]{2,15}(?: [\p{Lu}][\p{Ll}]{1,15})?)$`)

// factPatterns are tried in this order; the first that matches makes the fact (rule
// memory-patterns).
var factPatterns = []factPattern{
	{KindName, clauseRegexp(`my (?:full |first |real |actual )?name(?:'s| is) REST`), buildNameFact},
	{KindName, clauseRegexp(`(?:(?:you can|please|just|people|everyone|everybody|my friends|friends|they all|they) )*calls? me REST`), buildNameFact},
	{KindName, clauseRegexp(`i (?:am called|go by|am known as) (?:the name (?:of )?)?REST`), buildNameFact},
	{KindOther, bareNamePattern, func(m []string) (string, bool) { return "is " + m[1], isNationalityOrCreed(m[1]) }},
	{KindName, bareNamePattern, buildNameFact},

	{KindHome, clauseRegexp(`(?:i|we) OFTEN(?:live|reside|am living|are living|have lived|have been living|am based|are based|am staying) (?:here )?in REST`), locationFactBuilder("lives in ")},
	{KindHome, clauseRegexp(`(?:i|we) OFTEN(?:live|reside|am living|are living|have lived) (near|on|at|by|outside|with|alone|abroad) ?(.{0,80}?)`), func(m []string) (string, bool) {
		s := strings.TrimSpace(m[1] + " " + cutAtComma(m[2]))
		return "lives " + s, (m[2] != "" || m[1] == "alone" || m[1] == "abroad") && (m[2] == "" || isWorthKeeping(m[2]))
	}},
	{KindHome, clauseRegexp(`(?:i|we) (?:just |recently |have |have just |have recently )*moved (?:here )?(?:back )?to REST`), locationFactBuilder("moved to ")},
	{KindOther, clauseRegexp(`(?:i am|i come|we are|we come) (?:originally )?from REST`), locationFactBuilder("is from ")},
	{KindOther, clauseRegexp(`i grew up (?:in|on|near) REST`), locationFactBuilder("grew up in ")},
	{KindHome, clauseRegexp(`my (?:home|hometown|home town|house|flat|apartment) is (?:in )?REST`), locationFactBuilder("home: ")},

	{KindDate, clauseRegexp(`my (birthday|name day|wedding anniversary|wedding|anniversary|graduation|due date) is (?:on |in )?REST`), func(m []string) (string, bool) {
		return strings.ToLower(m[1]) + ": " + cutClauseTail(m[2]), hasDate(m[2])
	}},
	{KindDate, clauseRegexp(`our (wedding anniversary|anniversary|wedding) is (?:on |in )?REST`), func(m []string) (string, bool) {
		return strings.ToLower(m[1]) + ": " + cutClauseTail(m[2]), hasDate(m[2])
	}},
	{KindDate, clauseRegexp(`i was born (?:on|in) REST`), func(m []string) (string, bool) { return "born in " + cutClauseTail(m[1]), isWorthKeeping(m[1]) }},
	{KindDate, clauseRegexp(`i am (\d{1,3})(?: years? old| yrs old| yo)?`), func(m []string) (string, bool) { return "is " + m[1] + " years old", m[1] != "0" }},
	{KindDate, clauseRegexp(`i (?:will )?(?:turn|be|turned) (\d{1,3})(?: years old)?( .{2,40})?`), func(m []string) (string, bool) { return "turns " + m[1] + m[2], true }},
	{KindDate, clauseRegexp(`(?:i|we) got married (?:on|in) REST`), prefixedFactBuilder("got married in ")},

	{KindPlan, clauseRegexp(`(?:i|we) have (an? (?:job )?(?:\w+ )?(?:exam|interview|appointment|meeting|flight|date|wedding|surgery|operation|test|audition|concert|presentation|race|match|deadline|recital|trip)\b.*)`), func(m []string) (string, bool) {
		return "has " + cutClauseTail(m[1]), timePattern().MatchString(m[1])
	}},
	{KindPlan, clauseRegexp(`my (?:\w+ )?(exam|interview|appointment|flight|surgery|operation|audition|concert|presentation|defen[cs]e|race|recital|holiday|trip) (?:is|starts|begins|leaves) REST`), func(m []string) (string, bool) {
		return m[1] + ": " + cutClauseTail(m[2]), timePattern().MatchString(" " + m[2])
	}},
	{KindPlan, clauseRegexp(`(?:i am|we are) (?:planning|hoping|about) to REST`), prefixedFactBuilder("plans to ")},
	{KindPlan, clauseRegexp(`(?:i|we) (?:plan|intend|hope) to REST`), prefixedFactBuilder("plans to ")},
	{KindPlan, clauseRegexp(`(?:i am|we are) planning (an? .{2,80}?)`), prefixedFactBuilder("is planning ")},
	{KindPlan, clauseRegexp(`(?:i am|we are) (getting married|moving|flying|travelling|traveling|going|visiting|starting|leaving|retiring|graduating|expecting|saving|training|writing|building|preparing|running) REST`), func(m []string) (string, bool) {
		verb := strings.ToLower(m[1])
		hasTime := timePattern().MatchString(" " + m[2])
		isOpenEnded := verb == "saving" || verb == "training" || verb == "writing" || verb == "building" || verb == "preparing" || verb == "expecting" || verb == "moving" || verb == "flying"
		return "is " + verb + " " + cutClauseTail(m[2]), isWorthKeeping(m[2]) && (hasTime || isOpenEnded && !strings.HasPrefix(strings.ToLower(m[2]), "this ") && verb != "moving" || verb == "moving" && strings.HasPrefix(strings.ToLower(m[2]), "to ") || verb == "going" && strings.HasPrefix(strings.ToLower(m[2]), "to ") && hasTime)
	}},
	{KindPlan, clauseRegexp(`my (?:biggest |greatest |secret )?dream is (?:to )?REST`), prefixedFactBuilder("dreams of: ")},
	{KindPlan, clauseRegexp(`i (?:have always wanted|always wanted|want) to (become|be|learn|visit|see|write|study|climb|run|open|build|publish|move to|live in|travel to) REST`), func(m []string) (string, bool) {
		return "wants to " + strings.ToLower(m[1]) + " " + cutClauseTail(m[2]), isWorthKeeping(m[2]) && !factlessPhrasePattern().MatchString(m[2])
	}},

	{KindWork, clauseRegexp(`(?:i|we) OFTEN(work|teach|farm|drive|manage|edit) (?:part-time |full-time |nights )?((?:as|at|for|in|on|with) .{2,80}?)`), func(m []string) (string, bool) {
		return thirdPersonVerb(m[1]) + " " + cutClauseTail(m[2]), isWorthKeeping(strings.TrimSpace(m[2][2:])) && !factlessPhrasePattern().MatchString(m[2])
	}},
	{KindWork, clauseRegexp(`i (?:am )?(?:working|have worked|have been working) (as .{2,80}?|at .{2,80}?|for .{2,80}?|in .{2,80}?)`), func(m []string) (string, bool) {
		return "works " + cutClauseTail(m[1]), isWorthKeeping(m[1])
	}},
	{KindWork, clauseRegexp(`my (?:job|profession|trade|occupation|work|day job) is (?:as )?REST`), func(m []string) (string, bool) {
		return "job: " + cutClauseTail(m[1]), isWorthKeeping(m[1]) && !factlessPhrasePattern().MatchString(m[1]) && !moodPattern().MatchString(m[1])
	}},
	{KindWork, clauseRegexp(`i (teach|study|studied) REST`), func(m []string) (string, bool) {
		verb := strings.ToLower(m[1])
		if verb != "studied" {
			verb = thirdPersonVerb(verb)
		}
		return verb + " " + cutClauseTail(m[2]), isWorthKeeping(m[2])
	}},
	{KindWork, clauseRegexp(`i am studying REST`), prefixedFactBuilder("studies ")},
	{KindWork, clauseRegexp(`(?:i|we) (run|own) (an? (?:\w+ )?(?:bakery|shop|store|farm|restaurant|caf[eé]|company|business|bookshop|hotel|gallery|studio|blog|school|bar|pub|clinic|garage|nursery|vineyard|startup|start-up|practice)\b.*)`), buildVerbPhraseFact},
	{KindWork, clauseRegexp(`i am (?:currently |now |still )?(retired|unemployed|self-employed|between jobs|on parental leave|a freelancer)( .{2,60}?)?`), func(m []string) (string, bool) {
		return "is " + strings.ToLower(m[1]), true
	}},
	{KindWork, clauseRegexp(`i am (an? (?:[\w-]+ ){0,2}?(?:` + professions + `)\b.{0,60}?)`), func(m []string) (string, bool) {
		return "is " + cutClauseTail(m[1]), isWorthKeeping(m[1]) && !strings.Contains(m[1], " like ") && !moodPattern().MatchString(m[1])
	}},

	{KindFamily, clauseRegexp(`(?:i|we) (?:also )?have ((?:(?:MANY|no) )?ADJKIN\b.{0,80}?)`), buildPossessionFact},
	{KindFamily, clauseRegexp(`i am (married|divorced|single|engaged|widowed|a widow|a widower|a father|a mother|a dad|a mum|a mom|a parent|a grandmother|a grandfather|an only child|an orphan|pregnant|a twin)( (?:to|with|of|for|since) .{2,60}?)?`), func(m []string) (string, bool) {
		return "is " + strings.ToLower(m[1]) + strings.TrimRight(m[2], " ."), !secondPersonPattern().MatchString(m[2])
	}},
	{KindFamily, clauseRegexp(`(?:my|our) (ADJKIN(?:'s)?(?: names?)?) ((?:is|are|was|has|have|lives?|works?|likes?|loves?|plays?|studies|studied|teaches|died|passed away|owns?|runs?|speaks?|collects?|wants?|hates?|moved|turns|turned|graduated|plans?)\b.{0,90}?)`), buildRelativeOrPetFact},
	{KindFamily, lazyRegexp(`^(?i:my|our) ((?i:sister|brother|mother|father|son|daughter|wife|husband|partner|girlfriend|boyfriend|cousin|niece|nephew|aunt|uncle|(?:best )?friend|grandmother|grandfather),? [\p{Lu}][\p{Ll}]+),? ((?i:is|was|has|lives|works|likes|loves|plays|studies|died|owns|runs|turns|turned|moved)\b.{2,90})$`), func(m []string) (string, bool) {
		return "their " + strings.ToLower(m[1][:1]) + strings.ReplaceAll(m[1][1:], ",", "") + " " + cutClauseTail(m[2]), isWorthKeeping(m[2])
	}},

	{KindPet, clauseRegexp(`(?:i|we) (?:also )?(?:have|own|keep|adopted|rescued|got) (MANY ADJPET\b.{0,60}?)`), buildPossessionFact},
	{KindPet, clauseRegexp(`(?:my|our) (ADJPET(?:'s)?(?: names?)?) ((?:is|are|was|has|have|likes?|loves?|died|ran|hates?|sleeps?|eats?)\b.{0,90}?)`), buildRelativeOrPetFact},
	{KindPet, lazyRegexp(`^(?i:my|our) ((?i:dog|cat|puppy|kitten|rabbit|hamster|parrot|horse|pony),? [\p{Lu}][\p{Ll}]+),? ((?i:is|was|has|likes|loves|died|hates|sleeps|eats)\b.{2,90})$`), func(m []string) (string, bool) {
		return "their " + strings.ToLower(m[1][:1]) + strings.ReplaceAll(m[1][1:], ",", "") + " " + cutClauseTail(m[2]), isWorthKeeping(m[2])
	}},

	{KindTaste, clauseRegexp(`(?:i|we) OFTEN(?:hate|dislike|detest|despise|loathe|cannot stand|cannot bear) REST`), prefixedFactBuilder("hates ")},
	{KindTaste, clauseRegexp(`(?:i|we) (?:really )?do not (?:really |much )?(like|enjoy|eat|drink) REST`), func(m []string) (string, bool) {
		return "does not " + strings.ToLower(m[1]) + " " + cutClauseTail(m[2]), isWorthKeeping(m[2])
	}},
	{KindTaste, clauseRegexp(`i OFTEN(love|like|enjoy|adore|prefer) REST`), func(m []string) (string, bool) {
		return thirdPersonVerb(m[1]) + " " + cutClauseTail(m[2]), isWorthKeeping(m[2])
	}},
	{KindTaste, clauseRegexp(`i am OFTEN(?:a (?:big |huge |great |lifelong |real )?(?:fan|lover) of|fond of|into|keen on|interested in|obsessed with|passionate about|crazy about) REST`), prefixedFactBuilder("likes ")},
	{KindTaste, clauseRegexp(`my (?:absolute |all-time |all time )?favou?rite ([\w -]{2,40}?) (?:is|are|has always been) REST`), func(m []string) (string, bool) {
		return "favourite " + strings.ToLower(m[1]) + ": " + cutClauseTail(m[2]), isWorthKeeping(m[2])
	}},
	{KindTaste, clauseRegexp(`my (?:main |favou?rite )?hobb(?:y|ies) (?:is|are) REST`), prefixedFactBuilder("hobby: ")},
	{KindTaste, clauseRegexp(`i (?:also )?(play|collect|speak|paint|knit|sing|grow|bake|breed) REST`), func(m []string) (string, bool) {
		return thirdPersonVerb(m[1]) + " " + cutClauseTail(m[2]), isWorthKeeping(m[2]) && !factlessPhrasePattern().MatchString(m[2])
	}},
	{KindTaste, clauseRegexp(`i am learning (?:to (?:speak |play )?|how to )?REST`), prefixedFactBuilder("is learning ")},
	{KindTaste, clauseRegexp(`i am (?:very |severely |badly )?(allergic to|afraid of|scared of|terrified of) REST`), func(m []string) (string, bool) {
		return "is " + strings.ToLower(m[1]) + " " + cutClauseTail(m[2]), isWorthKeeping(m[2])
	}},
	{KindTaste, clauseRegexp(`i am (an? )?(vegan|vegetarian|teetotal|left-handed|colou?r-?blind|deaf|blind|dyslexic|diabetic|night owl|early bird|bookworm)( .{0,40}?)?`), func(m []string) (string, bool) {
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
	timePattern = lazyRegexp(`(?i)\b` + timePatternText)
	// factlessPhrasePattern matches what follows the verb in phrases that say nothing about the writer's
	// life, such as "as hard as".
	factlessPhrasePattern = lazyRegexp(`(?i)^(?:as \w+ as |(?:as|at|on|in|for|with) (?:it|this|that|them|these|those|myself|now|the moment|a team|progress)\b|(?:honest|clear|sure|fair|alone|with|happy|able|free|left|more|better|it|what|if|how|why)\b|a (?:role|part|trick|joke|game)\b|the (?:fool|game|role|part)\b|games with)`)
	moodPattern           = lazyRegexp(`(?i)\b(?:exhausting|boring|stressful|hard|fun|killing|tiring|great|awful|terrible|bit|little|lot|bad|terrible) ?(?:$|at |me)`)
)

var datePattern = lazyRegexp(`(?i)\b(?:` + monthPatternText + `|\d{1,4}|tomorrow|today|next|monday|tuesday|wednesday|thursday|friday|saturday|sunday|christmas|easter|new year|midsummer|halloween)\b`)

// hasDate reports whether a text names a date and does not address the reader.
func hasDate(s string) bool {
	return datePattern().MatchString(s) && !secondPersonPattern().MatchString(s)
}

func isNationalityOrCreed(word string) bool { return nationalitiesAndCreeds[strings.ToLower(word)] }

var nationalitiesAndCreeds = wordSet(`american british english scottish welsh irish german french spanish italian portuguese dutch belgian swiss austrian swedish
	norwegian danish finnish icelandic polish czech slovak hungarian romanian bulgarian greek turkish russian ukrainian serbian croatian bosnian albanian
	indian pakistani chinese japanese korean thai vietnamese indonesian australian canadian mexican brazilian argentinian chilean peruvian colombian cuban
	egyptian moroccan algerian tunisian nigerian kenyan ethiopian ghanaian iranian persian iraqi syrian lebanese israeli jewish muslim catholic christian buddhist hindu
	european african asian lithuanian latvian estonian georgian armenian`)
