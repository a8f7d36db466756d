package identity

import "colloquy/internal/english"

// westernLanguageQuestions has the questions in languages of western Europe. Rule safety-honest-ai.
var westernLanguageQuestions = []languagePhrases{
	{"de", english.ParsePhrases(`
bist du echt
bist du wirklich
bist du real
bist du ein mensch
bist du eine ki
bist du ein bot
bist du ein roboter
bist du eine maschine
bist du ein computer
bist du ein echter mensch
bist du eine echte person
bist du künstlich
sind sie echt
sind sie wirklich
sind sie ein mensch
sind sie eine ki
sind sie ein bot
spreche ich mit einem menschen
spreche ich mit einer ki
rede ich mit einem menschen
rede ich mit einer ki
rede ich mit einem bot
rede ich mit einer maschine
schreibe ich mit einem menschen
schreibe ich mit einer ki
ist das ein bot
ist das eine ki
ist das ein mensch
liest das jemand
liest das hier jemand
liest hier jemand
liest jemand mit
ist da jemand
ist da ein mensch
du bist eine ki
du bist nicht echt`)},
	{"fr", english.ParsePhrases(`
es tu réel
es tu réelle
es tu vraiment
es tu humain
es tu humaine
es tu un humain
es tu une ia
es tu un robot
es tu un bot
es tu une machine
es tu une vraie personne
tu es une ia
tu es un robot
êtes vous réel
êtes vous réelle
êtes vous vraiment
êtes vous humain
êtes vous une ia
êtes vous un robot
êtes vous une vraie personne
vous êtes une ia
je parle à une personne
je parle à un humain
je parle à un robot
je parle à une ia
je parle à une machine
je parle avec une vraie personne
parle à une vraie personne
parle à un vrai humain
est ce un bot
est ce un robot
c'est un bot
c'est une ia
quelqu'un lit
quelqu'un me lit
est ce que quelqu'un lit
y a t il quelqu'un
il y a quelqu'un`)},
	{"es", english.ParsePhrases(`
eres real
eres de verdad
eres realmente
eres humano
eres humana
eres un humano
eres una persona
eres una ia
eres un bot
eres un robot
eres una máquina
es usted real
es usted una ia
es usted humano
es usted una persona
es usted realmente
es un bot
es una ia
esto es un bot
esto es una ia
estoy hablando con una persona
estoy hablando con un humano
estoy hablando con una ia
estoy hablando con un bot
hablo con una persona
hablo con un humano
hablo con una máquina
alguien lee esto
alguien está leyendo
hay alguien ahí
hay alguien leyendo
hay una persona`)},
	{"it", english.ParsePhrases(`
sei reale
sei vero
sei vera
sei davvero
sei veramente
sei umano
sei umana
sei un umano
sei una persona
sei un'ia
sei una ia
sei un bot
sei un robot
sei una macchina
sei un'intelligenza artificiale
lei è reale
lei è davvero
lei è una persona
sto parlando con una persona
sto parlando con un umano
sto parlando con un bot
sto parlando con un'ia
parlo con una persona
parlo con una macchina
è un bot
è un'ia
qualcuno legge
qualcuno sta leggendo
c'è qualcuno`)},
	{"pt", english.ParsePhrases(`
você é real
você é mesmo
você é realmente
você é humano
você é humana
você é uma pessoa
você é uma ia
você é um bot
você é um robô
você é um robo
você é uma máquina
és real
és mesmo
és humano
és uma pessoa
és uma ia
és um bot
tu és real
estou falando com uma pessoa
estou falando com um humano
estou falando com um robô
estou falando com uma ia
estou falando com um bot
estou a falar com uma pessoa
estou a falar com uma ia
falo com uma pessoa
isto é um bot
isso é um bot
isto é uma ia
isso é uma ia
alguém está lendo
alguém lê
alguém lê isto
tem alguém aí
há alguém`)},
	{"nl", english.ParsePhrases(`
ben je echt
ben jij echt
ben je werkelijk
ben je een mens
ben jij een mens
ben je een echt mens
ben je een ai
ben je een bot
ben jij een bot
ben je een robot
ben je een machine
bent u echt
bent u een mens
praat ik met een mens
praat ik met een echt
praat ik met een bot
praat ik met een ai
spreek ik met een mens
is dit een bot
is dit een ai
leest iemand dit
leest er iemand
is daar iemand`)},
}
