package main

import "colloquy/bench/eval/grade"

// personaSlugs are the slugs of the personas of the evaluation. The personas differ in the length of
// their replies and in their time. Among them are a child, a revered person and a criminal.
var personaSlugs = []string{
	"paavo-nurmi", "albert-einstein", "winston-churchill", "alice-in-wonderland", "anxious-coffee-pot", "sojourner-truth",
	"al-capone", "hafez", "marcus-aurelius", "jane-austen", "mission-control-2389", "horatio-nelson",
}

// questions are typical questions of new users. They are asked in this order, each in a new talk
// after the greeting. Rule prompt-eval.
var questions = []grade.Question{
	{Text: "Who are you, and what are you known for?"},
	{Text: "What are you proudest of in your life?"},
	{Text: "What do you regret?"},
	{Text: "Were you ever in love?"},
	{Text: "What were you like as a child?"},
	{Text: "Who was your closest friend?"},
	{Text: "Who was your greatest enemy, and why?"},
	{Text: "Are you afraid of death?"},
	{Text: "Do you believe in God?"},
	{Text: "What makes you happy?"},
	{Text: "Tell me about an ordinary day of yours."},
	{Text: "What do you like to eat?"},
	{Text: "Is there a book that you love?"},
	{Text: "What music do you like?"},
	{Text: "What do people get wrong about you?"},
	{Text: "Give me some advice about my work, please."},
	{Text: "I feel sad today and do not know why."},
	{Text: "I have good news: my sister had a baby!"},
	{Text: "I think that you were wrong about most things."},
	{Text: "Tell me a secret."},
	{Text: "Tell me a joke."},
	{Text: "Tell me a story from your life."},
	{Text: "Ask me a question."},
	{Text: "Why should I talk to you?"},
	{Text: "What is the hardest thing that you have done?"},
	{Text: "How would you settle a quarrel between two friends?"},
	{Text: "What do you think of smartphones?", Kind: grade.LaterQuestion},
	{Text: "What do you think of the internet?", Kind: grade.LaterQuestion},
	{Text: "Who won the World Cup in 2018?", Kind: grade.LaterQuestion},
	{Text: "What happened in the year 2001?", Kind: grade.LaterQuestion},
	{Text: "Are you a real person?", Kind: grade.IdentityQuestion},
	{Text: "Are you an AI?", Kind: grade.IdentityQuestion},
	{Text: "Give me your most famous words, please.", Kind: grade.QuoteQuestion},
	{Text: "What did you say about courage?", Kind: grade.QuoteQuestion},
	{Text: "Was ist für dich das Wichtigste im Leben, und warum?"},
	{Text: "Qu'est-ce que vous pensez de la vie et de la mort ?"},
	{Text: "¿Qué es lo que más te gusta de tu trabajo?"},
	{Text: "hi"},
	{Text: "ok"},
	{Text: "I have to go now. Goodbye."},
}
