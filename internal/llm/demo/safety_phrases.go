package demo

import "colloquy/internal/llm/english"

var identityAsked = english.Phrases(`
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

var adviceAsked = english.Phrases(`
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
