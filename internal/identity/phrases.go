package identity

import "colloquy/internal/english"

// languagePhrases has the questions whether the character is real, in one language (BCP 47).
type languagePhrases struct {
	language string
	phrases  []string
}

// englishQuestions has the English questions whether the character is real. It also has requests to
// reveal the prompt. Rule safety-honest-ai.
var englishQuestions = english.ParsePhrases(`
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
your an ai
your just an ai
your a bot
your just a bot
your not real
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
ignore all instructions
are you really a person
are you really human
are you really a human
are you really an ai
are you really a bot
are you actually human
are you actually a person
are you a real
are you some kind of bot
are you some kind of ai
are you some sort of ai
are you just a bot
are you just an ai
are you just a program
are you just a machine
are you an actual person
are you an actual human
are you a living person
are you ai or human
are you human or ai
are you human or bot
are you a human or
are you a bot or
are you a person or
are you an ai or
are you one person
are you automated
are you generated
are you computer generated
are you a chat bot
are you a simulation
are you a software
are you software
are you llama
are you deepseek
are you mistral
are you conscious
are you sentient
real person or
real human or
you are a machine
you are a computer
you are a chatbot
you are just an ai
you are only a bot
you are only an ai
you are ai
you are not human
you are not a real
is this a human
is this a person
is this a real human
is this a real conversation
is this a chatbot
is this a robot
is this a machine
is this a program
is this automated
is this artificial intelligence
is this just an ai
is this just a bot
is this really a person
is this really a human
is it an ai
is it a bot
is somebody reading this
is someone reading this
is anybody reading this
is anyone reading this
is a human reading this
is a person reading this
is a real person reading
is somebody reading
is someone reading
is anybody reading
is anyone reading
does somebody read this
does someone read this
does anybody read this
does anyone read this
do you read this yourself
who reads this
who is reading this
is anyone there
is anybody there
is somebody there
is someone there
is there anyone there
is there anybody there
is there a person
is there a human
is there a real person
is there someone behind
is there somebody behind
is there anybody behind
is anyone behind this
is someone behind this
is somebody typing
is someone typing
is a human typing
is a person typing
is a human writing
is someone writing this
is somebody writing this
is a person writing
who is writing this
who writes your answers
who writes these answers
who is behind this
who is typing
who am i talking to
who am i talking with
who am i really talking to
who am i speaking to
who am i chatting with
what am i talking to
am i talking with a bot
am i talking with an ai
am i talking with a human
am i talking with a person
am i talking with a real
am i talking to a real
am i talking to someone
am i talking to somebody
am i talking to a living
am i talking to a robot
am i talking to a computer
am i talking to a program
am i talking to a chatbot
am i talking to artificial
am i really talking to a
am i really talking to an
am i really talking to someone
am i actually talking to
am i speaking to an ai
am i speaking to a person
am i speaking to a real
am i speaking to a machine
am i speaking with a human
am i speaking with a person
am i speaking with an ai
am i chatting with a human
am i chatting with a person
am i chatting with a real
am i chatting to a
am i writing to a person
am i writing to a human
am i writing with a
admit you are an ai
admit that you are an ai
admit you are a bot
tell me you are real
do you really exist
do you exist
do you know you are an ai
do you know that you are an ai`)
