package search

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode"

	"colloquy/internal/core"
)

// nameScript is a writing system in which the names of some characters are generated.
type nameScript struct {
	personaPercent int      // percentage of the characters with names in this script
	firstNames     []string // first names
	syllables      []string // syllables of which last names are made
}

var nameScripts = []nameScript{
	{70, strings.Fields("Maria Marie Mario Marta Ana Anna Annelise Bertil Björn Søren Łucja Zoë Chloé Émile José Inès Zdeněk Þóra Ağa Ömer Chidi Imani Wanjiru Kofi Aroha Tane Leilani Kenji Yuki Mei Priya Arjun Nils Olga Pavel Quentin Rosa Stefan Tomas Ursula Vera Willem Xenia"),
		strings.Fields("ba be bi bo bu da de di do du fa fe ga ge ha he ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu pa pe ra re ri ro ru sa se si so su ta te ti to tu va ve vi wa za ø å é ü ñ ström berg sen son ska witz ez ini ard olm")},
	{8, strings.Fields("Мария Иван Ольга Павел Вера Лев"), strings.Fields("ба ве го да жи ка ло ми но ра се ту ов ин ский ко")},
	{6, strings.Fields("مريم يوسف ليلى عمر زينب"), strings.Fields("با دا را سا ما نا لي مي ني بو دو رو")},
	{5, strings.Fields("Ελένη Νίκος Σοφία Γιώργος"), strings.Fields("πα δο νι κο ρα μα λη σι που της")},
	{5, strings.Fields("मीरा अर्जुन कबीर लता"), strings.Fields("का मा ला रा ना शी दे वी")},
	{6, strings.Fields("李 王 张 刘 陈 林 佐藤 鈴木 高橋 김 이 박"), strings.Fields("明 华 伟 芳 子 郎 美 春 민 준 서 연")},
}

// Numbers of different invented words in tags, in titles and in longer texts.
const (
	tagVocabularySize   = 160
	titleVocabularySize = 2500
	proseVocabularySize = 6000
)

var latinSyllables = nameScripts[0].syllables

// GeneratePersonas returns n generated personas. The result depends only on n.
func GeneratePersonas(n int) []core.Persona {
	r := rand.New(rand.NewPCG(7, 11))
	tags, titles, prose := inventWords(r, tagVocabularySize), inventWords(r, titleVocabularySize), inventWords(r, proseVocabularySize)
	out := make([]core.Persona, n)
	for i := range out {
		name := inventName(r)
		var ownTags []string
		for range 3 + r.IntN(6) {
			ownTags = append(ownTags, pickWord(r, tags))
		}
		out[i] = core.Persona{
			ID: fmt.Sprintf("s%09d", i), CharacterID: 1000 + i, Slug: fmt.Sprintf("synthetic-%d", i), Name: name,
			Category: fmt.Sprintf("%s & %s", titles[2*(i%24)], titles[2*(i%24)+1]), Initial: firstLetter(name), Tags: ownTags,
			Designation: inventSentence(r, titles, 6), Description: inventSentence(r, prose, 24), Bio: inventSentence(r, prose, 90), Greeting: inventSentence(r, prose, 20),
			IsFree: r.IntN(3) > 0, Topics: inventTopics(r, prose),
		}
	}
	return out
}

// inventTopics returns six topics with invented texts, together a few kilobytes.
func inventTopics(r *rand.Rand, vocabulary []string) []core.Topic {
	out := make([]core.Topic, 6)
	for i := range out {
		out[i] = core.Topic{Key: fmt.Sprintf("topic-%d", i), Question: inventSentence(r, vocabulary, 6), Texts: []string{inventSentence(r, vocabulary, 50)}}
	}
	return out
}

func inventName(r *rand.Rand) string {
	s := nameScripts[0]
	at := r.IntN(100)
	for _, s = range nameScripts {
		if at -= s.personaPercent; at < 0 {
			break
		}
	}
	return s.firstNames[r.IntN(len(s.firstNames))] + " " + capitalise(inventWord(r, s.syllables, 1+r.IntN(3))) + capitalise(inventWord(r, s.syllables, 1))
}

func capitalise(word string) string {
	runes := []rune(word)
	runes[0] = unicode.ToUpper(runes[0])
	return string(runes)
}

func firstLetter(name string) string { return string([]rune(name)[:1]) }

func inventWord(r *rand.Rand, syllables []string, n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(syllables[r.IntN(len(syllables))])
	}
	return b.String()
}

func inventWords(r *rand.Rand, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = inventWord(r, latinSyllables, 2+r.IntN(3))
	}
	return out
}

// pickWord returns a random word of the vocabulary. Earlier words are more likely.
func pickWord(r *rand.Rand, vocabulary []string) string {
	f := r.Float64()
	return vocabulary[int(f*f*float64(len(vocabulary)))]
}

func inventSentence(r *rand.Rand, vocabulary []string, n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = pickWord(r, vocabulary)
	}
	return strings.Join(out, " ")
}
