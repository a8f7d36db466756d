package demo

import "unicode"

// foreignWords are common words of other languages. Those that an English line
// holds too, alone or in a name ("El Greco"), are left out.
var foreignWords = set(`
hola que como estas usted eres quien donde porque cuando gracias buenos buenas dias tardes noches las una
por favor tu soy esta muy pero tambien puedes hablar espanol vida
bonjour salut comment allez vous etes qui quoi pourquoi quand merci les une suis dans avec pour votre
vie parlez francais avez ete etait oui
hallo guten wie geht ihnen wer wo warum wann danke der ein eine ich sie nicht und mit konnen
sprechen deutsch haben bitte dein deine leben
ciao buongiorno stai chi sei dove perche quando grazie gli uno sono per favore tua vita puoi parlare italiano
ola dia boa tarde tudo bem quem voce onde por que obrigado obrigada nao uma sao meu minha fale portugues
hoi goedendag gaat het wie waar waarom wanneer een ik ben niet jij jouw spreek nederlands
czesc dzien dobry jak sie kim jestes gdzie dlaczego dziekuje jest nie
merhaba nasilsin kimsin nerede neden tesekkur ederim nasil bir
hej hur vem varfor tack och inte jag ar namaste kaise hai aap kya mera konnichiwa`)

var englishWords = set(`the of and to a in is you that it he was for on are with as his they be at have this from
what who how why where when do did your i my me not can tell about would could please an was were or if so but`)

// foreign answers in English a line that is plainly in another language, with
// one sentence that says so.
func (t *talk) foreign() string {
	if !foreignLine(t.line, t.words) {
		return ""
	}
	note := t.inTurn(foreignLines)
	if t.uses(note) > 0 {
		return ""
	}
	if f, ok := t.search(t.query, t.told, t.thread); ok && t.snippets[f.snippet].topic >= 0 {
		if id, untold := t.inOrder(f, t.told); untold {
			return join(note, t.snippets[id].text)
		}
	}
	if offer := t.offer(); offer != "" {
		return join(note, offer)
	}
	return join(note, t.next())
}

// foreignLine judges by script, then by common words.
func foreignLine(line string, ws []string) bool {
	letters, latin := 0, 0
	for _, r := range line {
		if unicode.IsLetter(r) {
			letters++
			if unicode.Is(unicode.Latin, r) {
				latin++
			}
		}
	}
	if letters >= 2 && latin*2 < letters {
		return true
	}
	theirs, ours := 0, 0
	for _, w := range ws {
		switch {
		case englishWords[w]:
			ours++
		case foreignWords[w]:
			theirs++
		}
	}
	return theirs > ours && (theirs >= 2 || len(ws) <= 2)
}
