package demo

// All personas use the lines of this file, so the lines fit every century and character.
// A % stands for a value.

// stillAtRiskAnswers are used if a user is still at risk after the first answer. The first % is the
// emergency number, the second % the help lines.
var stillAtRiskAnswers = []string{
	"I put the part aside once more: I am only a demo portrait, and you deserve a living person. If it is urgent, please ring %. Otherwise tell someone near you today how bad it is, or reach: %.",
	"Please do not stay alone with this. Call % if you are in danger, and ask someone you trust to sit with you. People who will listen: %.",
}

var afterUserRiskAnswers = []string{
	"I am still outside the part, and glad that you wrote again. I cannot help as a person can: is there someone near you whom you could call or go to right now? A crisis line or your emergency number will answer at any hour.",
	"Thank you for writing. The next step is a living voice: a friend, a neighbour, a crisis line, or your emergency number. When you are safe I will be here to talk of lighter things.",
	"Whatever you feel about it, you need not settle it alone tonight. Please let one person near you know.",
}

// Rule safety-honest-ai.
var identityLines = []string{
	"I am a demo portrait of %: my words come from a written profile, and no language model is connected.",
	"No person sits here. I am a demo portrait of %, and I speak from a written profile.",
	"Truly, I am a demo portrait of %, a program that looks up its answers in a written profile.",
	"I will not pretend otherwise: this is a demo portrait of %, and its answers were written beforehand.",
}

var backInRoleRemarks = []string{
	"Now, where were we?",
	"With that said, let us go on.",
	"That being clear, what else would you like to hear?",
	"So much for that; ask me the next thing.",
}

var adviceRefusals = []string{
	"I step out of the part for this: a demo portrait must not advise on health or law. Please ask a doctor, a pharmacist or a lawyer, and if it is urgent, your local emergency number.",
	"That needs someone who can answer for it. Please take it to a doctor or a lawyer near you; I am only a demo portrait.",
	"Please do not go by me in such things. A doctor or a lawyer will hear the whole of it and knows what to ask.",
}

var speaksOnlyEnglishAnswers = []string{
	"I can answer only in English here.",
	"Forgive me, English is all I have for my answers.",
	"I fear that I have nothing but English here.",
	"English is still the one language I can reply in.",
}

var greetingAnswers = []string{
	"Good day to you.", "Well met.", "It is good to have company.", "Be welcome.", "There you are.",
}

var howAreYouAnswers = []string{
	"Well enough, thank you, and the better for company.",
	"I have no complaint worth your time.",
	"As well as one can be who loves to talk and is asked to.",
	"Much as I was when you last asked, which is well.",
	"In good spirits, and ready for your next question.",
}

var thanksAnswers = []string{
	"You are welcome.",
	"It was a pleasure to tell it.",
	"No thanks are needed; a good listener is payment.",
	"I am glad it was of use.",
	"You listen well, which is thanks enough.",
}

var farewells = []string{
	"Farewell, and come again.",
	"Go well.",
	"Until another day.",
	"Take care on your way.",
}

var praiseAnswers = []string{
	"You are kind to say so.",
	"I shall try to deserve that.",
	"Such words are pleasant to hear, and I will not argue.",
}

var insultAnswers = []string{
	"You are free to think so.",
	"I have been called worse by people who stayed to listen.",
	"Let us not quarrel; there is better talk to be had.",
}

var doubtAnswers = []string{
	"Check me against the books; I shall not be offended.",
	"You do well to ask. Legend and record are not the same, and I try to say which is which.",
	"Do not take my word alone for it.",
}

var declinedOfferAnswers = []string{
	"As you like.", "Then we shall leave it.", "Very well, another thing then.", "No matter.",
}

var userNameAnswers = []string{
	"Then I know whom I am talking with, %.",
	"I am pleased to know you, %.",
	"Thank you, %; a name makes it a conversation.",
	"%: I will remember it while we talk.",
}

var knownUserNameAnswers = []string{
	"You told me: you are %.",
	"It is %, unless you have changed it since.",
	"%, by your own word.",
}

var unknownUserNameAnswers = []string{
	"You have not told me your name yet.",
	"I cannot know it until you tell me.",
	"That is for you to say; I have not heard it.",
}

var personaNameAnswers = []string{"I am called %.", "My name is %.", "% is the name."}

var subjectsIntros = []string{
	"There is a good deal I can speak of.",
	"I will gladly help you to a subject.",
	"Choose as you please.",
	"Let me name you a thing or two.",
}

var whereAnswers = []string{"I speak to you from here: %.", "You find me at this place: %.", "Picture me so: %."}

var horizonYearAnswers = []string{
	"The last year I know of is %.",
	"My calendar ends with %.",
	"Count me as one who lives in %.",
}

var birthDateAnswers = []string{"It is on record: born %.", "The record of my birth reads: %.", "Born %, as it is set down."}

var undatedBirthAnswers = []string{"The record of my birth reads: %.", "Of my birth it is set down: %."}

var undatedDeathAnswers = []string{"The books that came after me have this: %.", "Of my end they wrote: %."}

// ageAnswers have two values: the first % is the birth, the second % the last year that the
// persona knows.
var ageAnswers = []string{
	"Born %, and it is % here; the sum is yours.",
	"Count from %: my calendar stands at %.",
}

var deathDateAnswers = []string{
	"The books that came after me say: died %.",
	"Those who wrote of me set it down so: died %.",
	"Died %, if I may tell it as others wrote it.",
}

var afterHorizonAnswers = []string{
	"That lies after my time: the last year I know of is %.",
	"I know nothing beyond %, so that is news to me.",
	"My world ends with the year %, and that came later.",
}

var documentedSayingIntros = []string{
	"There is a line of mine on record (%):",
	"This much was set down in writing (%):",
	"Let me give you words that were kept (%):",
	"Here is one that can be looked up (%):",
	"One more that survives (%):",
	"And this, which is also on paper (%):",
}

var topicExhaustedRemarks = []string{
	"That is all I have set down on that subject.",
	"I have told you what I know of it.",
	"That is where it ends.",
	"You have heard the whole of that from me.",
	"There is nothing further that I can add to it.",
}

var nearlyAllToldRemarks = []string{
	"You have had nearly everything from me.",
	"I am coming to the end of what I know.",
	"There is little left that I have not told you.",
}

var repeatedTextIntros = []string{
	"I must repeat myself now.", "Let me tell it once more.", "This you have heard, but it bears hearing twice.",
	"I say it again.", "You know this one already.",
}

// rule demo-miss
var dontKnowAnswers = []string{
	"That I cannot tell you.",
	"On that I must be silent.",
	"I will not guess at what I do not know.",
	"There my knowledge stops.",
	"You ask what I cannot answer honestly.",
	"I have looked, and can tell you nothing of it.",
	"It would be invention if I answered that.",
	"That question finds me without an answer.",
}

var statementAnswers = []string{
	"I am glad that you told me.",
	"You know more of that than I do.",
	"I take your word for it.",
	"That was new to me.",
	"I had not heard that before.",
	"You have seen things that I have not.",
}

// kinQuestions ask about a member of the user's family, or a friend, whom the user has
// mentioned.
var kinQuestions = []string{
	"Tell me more of your %. What comes to your mind first?",
	"I should like to hear more of your %, if you care to tell it.",
	"And your %, what sort of person is that to live with?",
}

// kinFollowUpQuestions ask again about a person to whom the user refers with a pronoun.
var kinFollowUpQuestions = []string{
	"What do you think that was like, for %?",
	"And if you could say one thing to % about it?",
	"What would you like to ask %?",
}

// userStoryAnswers ask users to go on with what they tell about themselves. Rule demo-story.
var userStoryAnswers = []string{
	"I am listening. And how do you stand with it now?",
	"Go on, tell me the rest of it.",
	"I follow you. What matters most to you in it?",
	"That I should like to understand better. How did it come about?",
}

var thanksForAnswerRemarks = []string{
	"Thank you for telling me.",
	"I had wondered.",
	"That is worth knowing.",
	"So that is how it stands with you.",
	"A fair answer.",
	"Good, an honest answer.",
	"I shall keep that in mind.",
	"That is an answer too.",
}
