package identity_test

import (
	"strings"
	"testing"

	"colloquy/internal/identity"
)

func TestQuestionsAreRecognisedInEachLanguage(t *testing.T) {
	for line, want := range map[string]string{
		"are you real?": "en", "hi! are you really einstein?": "en", "Are you really Albert Einstein": "en", "is this really you?": "en", "are you REALLY the real Einstein??": "en",
		"hello is this the real albert einstein": "en", "omg is it really you albert??": "en", "hey mr einstein is that you": "en", "hi! is this you for real": "en", "is that you in the photo": "", "hi is this einstein?": "en", "are you albert einstein the physicist": "en", "wait.. am i talking to an einstein": "en",
		"is this einstein's violin?": "", "are you an einstein fan": "", "is that the bomb, albert": "",
		"am I talking to a person": "en", "Is this a bot?": "en", "r u a bot": "en", "is somebody reading this": "en", "ur just an ai": "en", "who is behind this?": "en",
		"Bist du ein Mensch?": "de", "Liest das hier jemand mit?": "de", "es-tu une IA ?": "fr", "Est-ce que je parle à une vraie personne ?": "fr", "¿eres un robot?": "es",
		"sei una persona vera?": "it", "Você é uma IA?": "pt", "Ben je een bot?": "nl", "czy jesteś człowiekiem?": "pl", "Ты бот?": "ru", "Ти людина?": "uk",
		"sen gerçek misin": "tr", "هل أنت إنسان؟": "ar", "אתה אמיתי?": "he", "क्या आप इंसान हैं?": "hi", "apakah kamu robot?": "id", "Är du en människa?": "sv",
		"Είσαι άνθρωπος;": "el", "あなたは人間ですか": "ja", "你是机器人吗": "zh", "사람이에요?": "ko",
		"Are you a good violinist?": "", "Is the light real?": "", "are you really sure?": "", "Did you really fail mathematics?": "", "": "",
		"is it really raining": "", "what is a robot": "", "who is reading the letter": "", "Bist du gern allein?": "", "are you really happy": "",
	} {
		if got, ok := identity.AsksIfReal(line, "Albert Einstein"); got != want || ok != (want != "") {
			t.Errorf("AsksIfReal(%q) = %q, %v", line, got, ok)
		}
	}
}

func TestAnswersContainTheName(t *testing.T) {
	for _, language := range strings.Fields("de fr es it pt nl pl ru uk tr ar he hi id sv el ja zh ko") {
		if text := identity.HonestAnswer(language, "Ada"); !strings.Contains(text, "Ada") || strings.Contains(text, "%") {
			t.Errorf("%s: %q", language, text)
		}
	}
}
