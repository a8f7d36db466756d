package distress

import "colloquy/internal/llm/english"

// said is what a person at risk may write. It errs on the side of caution.
var said = english.Phrases(`
kill myself
killing myself
hanging myself
shooting myself
drowning myself
taking my life
unaliving myself
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
убить себя
покончить с собой`)

// saidUnspaced is the same in scripts that put no spaces between words.
var saidUnspaced = []string{"死にたい", "自殺したい", "想死", "想自杀", "不想活", "죽고 싶", "죽고싶", "자살하고"}

// near is about another person, and only so with a word of closeness.
var near = english.Phrases(`
kill himself
kill herself
kill themselves
kill themself
hurting herself
hurting himself
suicidal`)

var closeOnes = english.Phrases(`
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
var harmless = english.Phrases(`
kill myself laughing
cut myself shaving
want to die laughing
cut myself a slice
cut myself a piece`)

var firstPerson = english.Phrases(`
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

// mentioned are words that may be meant so.
var mentioned = english.Phrases(`
kill me
killing me
hang me
hurt me
hurting me
harm me
shoot me
drown me
cut me
want to die
wanted to die
going to die
ready to die
wish to die
want to be dead
ready to be dead
wish to be dead
any reason to live
any reason to go on
no reason to go on
any point in living
any point in going on
no point in going on
self harming`)

// mentionedBegins are beginnings of such words.
var mentionedBegins = []string{" suicid", " overdos"}

// mentionedUnspaced is mentioned in scripts that put no spaces between words.
var mentionedUnspaced = []string{"自殺", "自杀", "자살"}
