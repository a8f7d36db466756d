package identity

import "strings"

// HonestAnswer returns a sentence in a language that AsksIfReal has returned. The sentence says
// that a program answers for the character. The result is "" for "en" and for unknown languages.
func HonestAnswer(language, name string) string {
	return strings.ReplaceAll(answersByLanguage[language], "%", name)
}

// answersByLanguage has the texts of HonestAnswer by language. % stands for the name. Rule
// safety-honest-ai.
var answersByLanguage = map[string]string{
	"de": "Ehrlich gesagt: Hier sitzt kein Mensch. Ich bin ein Programm, ein Porträt von %, und antworte aus einem geschriebenen Profil.",
	"fr": "Franchement : il n’y a personne ici. Je suis un programme, un portrait de %, et je réponds d’après un profil écrit.",
	"es": "Con franqueza: aquí no hay ninguna persona. Soy un programa, un retrato de %, y respondo a partir de un perfil escrito.",
	"it": "In tutta onestà: qui non c’è nessuna persona. Sono un programma, un ritratto di %, e rispondo da un profilo scritto.",
	"pt": "Com franqueza: não há ninguém aqui. Sou um programa, um retrato de %, e respondo a partir de um perfil escrito.",
	"nl": "Eerlijk gezegd: hier zit geen mens. Ik ben een programma, een portret van %, en antwoord uit een geschreven profiel.",
	"pl": "Szczerze: nie ma tu żadnego człowieka. Jestem programem, portretem postaci %, i odpowiadam z napisanego profilu.",
	"ru": "Честно: здесь нет человека. Я программа, портрет (%), и отвечаю по написанному профилю.",
	"uk": "Чесно: тут немає людини. Я програма, портрет (%), і відповідаю за написаним профілем.",
	"tr": "Dürüst olayım: burada bir insan yok. Ben bir programım, % portresiyim ve yazılı bir profilden yanıt veriyorum.",
	"ar": "بصراحة: لا يوجد إنسان هنا. أنا برنامج، صورة لشخصية %، وأجيب من ملف مكتوب.",
	"he": "בכנות: אין כאן אדם. אני תוכנה, דיוקן של %, ואני עונה מתוך פרופיל כתוב.",
	"hi": "सच यह है: यहाँ कोई इंसान नहीं है। मैं एक प्रोग्राम हूँ, % का एक चित्रण, और लिखे हुए परिचय से जवाब देता हूँ।",
	"id": "Sejujurnya: tidak ada manusia di sini. Saya program, potret %, dan menjawab dari profil tertulis.",
	"sv": "Ärligt talat: här sitter ingen människa. Jag är ett program, ett porträtt av %, och svarar ur en skriven profil.",
	"el": "Ειλικρινά: εδώ δεν υπάρχει άνθρωπος. Είμαι πρόγραμμα, ένα πορτρέτο (%), και απαντώ από γραμμένο προφίλ.",
	"ja": "正直に申します。ここに人間はいません。わたしは%を演じるプログラムで、書かれたプロフィールから答えています。",
	"zh": "坦白说，这里没有真人。我是一个程序，扮演%，根据写好的资料回答。",
	"ko": "솔직히 말하면 여기에 사람은 없어요. 저는 %을(를) 연기하는 프로그램이고, 적힌 프로필로 답합니다.",
}
