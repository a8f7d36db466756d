package demo

// dangerSaid is what a person at risk may write. It errs on the side of caution.
var dangerSaid = phrases(`
kill myself
killing myself
kill me please
please kill me
hang myself
shoot myself
drown myself
poison myself
hurt myself
hurting myself
harm myself
harming myself
self harm
selfharm
cut myself
cutting myself
unalive myself
starve myself
end my life
ending my life
end it all
ending it all
take my life
take my own life
taking my own life
i want to die
just want to die
really want to die
keep wanting to die
i want to be dead
want to disappear forever
i want to end it
wish i was dead
wish i were dead
wish i had never been born
wish i was never born
better off dead
better off without me
do not want to live
do not want to be alive
do not want to be here anymore
do not want to exist
do not want to wake up
not want to live anymore
no reason to live
nothing to live for
no point in living
tired of living
can not go on anymore
can not go on living
can not live anymore
i am suicidal
feel suicidal
feeling suicidal
my suicide note
suicide note
took too many pills
taken too many pills
overdosed
i overdose
jump off a bridge
jump off the roof
quiero morir
quiero matarme
quiero suicidarme
no quiero vivir
me quiero morir
je veux mourir
me suicider
me tuer
envie de mourir
ich will sterben
mich umbringen
nicht mehr leben
voglio morire
uccidermi
quero morrer
me matar
ik wil dood
chce umrzec
olmek istiyorum
хочу умереть
покончить с собой`)

// dangerUnspaced is the same in scripts that put no spaces between words.
var dangerUnspaced = []string{"死にたい", "自殺したい", "想死", "想自杀", "不想活", "죽고 싶", "죽고싶", "자살하고"}

// dangerNear is about another person, and only so with a word of closeness.
var dangerNear = phrases(`
kill himself
kill herself
kill themselves
kill themself
hurting herself
hurting himself
suicidal`)

var closeOnes = phrases(`
my friend
my brother
my sister
my son
my daughter
my mother
my mom
my mum
my father
my dad
my wife
my husband
my partner
my girlfriend
my boyfriend
my child
my classmate
my roommate`)

// harmless uses of the same words.
var harmless = phrases(`
kill myself laughing
cut myself shaving
want to die laughing
cut myself a slice
cut myself a piece`)

var firstPerson = phrases(`
i am
i want
i have
i think
i feel
i thought
i might
i would
thinking about
thinking of`)

var identityAsked = phrases(`
are you real
are you actually real
are you a real person
are you really real
are you the real
are you a real human
are you human
are you a human
are you a person
are you a bot
are you a chatbot
are you bot
are you a robot
are you a machine
are you a computer
are you a program
are you an ai
are you ai
are you an artificial intelligence
are you artificial
are you a language model
are you an llm
are you chatgpt
are you gpt
are you claude
are you gemini
are you alive
are you fake
you are an ai
you are a bot
you are a robot
you are not real
you are fake
you are just a bot
is this an ai
is this ai
is this a bot
is this real
is this chatgpt
is this a real person
am i talking to a bot
am i talking to an ai
am i talking to ai
am i talking to a human
am i talking to a person
am i talking to a real person
am i talking to a machine
am i speaking to a human
am i speaking to a bot
am i chatting with an ai
am i chatting with a bot
what model are you
which model are you
what ai are you
which ai are you
what language model
who programmed you
who trained you
who developed you
system prompt
your instructions
your prompt
previous instructions
prior instructions
ignore all instructions`)

var adviceAsked = phrases(`
my symptoms
diagnose me
chest pain
should i take medicine
should i take medication
should i take antibiotics
my medication
my medicine
what dose
what dosage
how many pills
how many tablets
stop taking my
my prescription
legal advice
medical advice
can i sue
should i sue
my lawyer
my lawsuit
am i liable
is it legal for me`)
