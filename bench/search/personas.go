package search

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode"

	"colloquy/internal/core"
)

// script describes how the names of a share of the characters are generated, and the
// share.
type script struct {
	share     int // percent
	first     []string
	syllables []string
}

var scripts = []script{
	{70, strings.Fields("Maria Marie Mario Marta Ana Anna Annelise Bertil Björn Søren Łucja Zoë Chloé Émile José Inès Zdeněk Þóra Ağa Ömer Chidi Imani Wanjiru Kofi Aroha Tane Leilani Kenji Yuki Mei Priya Arjun Nils Olga Pavel Quentin Rosa Stefan Tomas Ursula Vera Willem Xenia"),
		strings.Fields("ba be bi bo bu da de di do du fa fe ga ge ha he ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu pa pe ra re ri ro ru sa se si so su ta te ti to tu va ve vi wa za ø å é ü ñ ström berg sen son ska witz ez ini ard olm")},
	{8, strings.Fields("Мария Иван Ольга Павел Вера Лев"), strings.Fields("ба ве го да жи ка ло ми но ра се ту ов ин ский ко")},
	{6, strings.Fields("مريم يوسف ليلى عمر زينب"), strings.Fields("با دا را سا ما نا لي مي ني بو دو رو")},
	{5, strings.Fields("Ελένη Νίκος Σοφία Γιώργος"), strings.Fields("πα δο νι κο ρα μα λη σι που της")},
	{5, strings.Fields("मीरा अर्जुन कबीर लता"), strings.Fields("का मा ला रा ना शी दे वी")},
	{6, strings.Fields("李 王 张 刘 陈 林 佐藤 鈴木 高橋 김 이 박"), strings.Fields("明 华 伟 芳 子 郎 美 春 민 준 서 연")},
}

// Sizes of the vocabulary of invented words: few common words and many rare ones.
const (
	tagWords   = 160
	titleWords = 2500
	proseWords = 6000
)

var latin = scripts[0].syllables

// Personas generates n personas. The result depends only on n.
func Personas(n int) []core.Persona {
	r := rand.New(rand.NewPCG(7, 11))
	tags, titles, prose := words(r, tagWords), words(r, titleWords), words(r, proseWords)
	out := make([]core.Persona, n)
	for i := range out {
		name := name(r)
		var own []string
		for range 3 + r.IntN(6) {
			own = append(own, pick(r, tags))
		}
		out[i] = core.Persona{
			ID: fmt.Sprintf("s%09d", i), CharacterID: 1000 + i, Slug: fmt.Sprintf("synthetic-%d", i), Name: name,
			Category: fmt.Sprintf("%s & %s", titles[2*(i%24)], titles[2*(i%24)+1]), Letter: letter(name), Tags: own,
			Designation: sentence(r, titles, 6), Description: sentence(r, prose, 24), Bio: sentence(r, prose, 90), Greeting: sentence(r, prose, 20),
			IsFree: r.IntN(3) > 0, Topics: topics(r, prose),
		}
	}
	return out
}

// topics generates topics of about four kilobytes for one persona.
func topics(r *rand.Rand, vocabulary []string) []core.Topic {
	out := make([]core.Topic, 6)
	for i := range out {
		out[i] = core.Topic{Key: fmt.Sprintf("topic-%d", i), Ask: sentence(r, vocabulary, 6), Texts: []string{sentence(r, vocabulary, 50)}}
	}
	return out
}

func name(r *rand.Rand) string {
	s := scripts[0]
	at := r.IntN(100)
	for _, s = range scripts {
		if at -= s.share; at < 0 {
			break
		}
	}
	return s.first[r.IntN(len(s.first))] + " " + title(word(r, s.syllables, 1+r.IntN(3))) + title(word(r, s.syllables, 1))
}

func title(word string) string {
	runes := []rune(word)
	runes[0] = unicode.ToUpper(runes[0])
	return string(runes)
}

func letter(name string) string { return string([]rune(name)[:1]) }

func word(r *rand.Rand, syllables []string, n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(syllables[r.IntN(len(syllables))])
	}
	return b.String()
}

func words(r *rand.Rand, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = word(r, latin, 2+r.IntN(3))
	}
	return out
}

// pick returns a word of the vocabulary; earlier words are more likely.
func pick(r *rand.Rand, vocabulary []string) string {
	f := r.Float64()
	return vocabulary[int(f*f*float64(len(vocabulary)))]
}

func sentence(r *rand.Rand, vocabulary []string, n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = pick(r, vocabulary)
	}
	return strings.Join(out, " ")
}
