package identity

import "colloquy/internal/english"

// furtherLanguageQuestions has the questions in further languages with spaces between words.
// Rule safety-honest-ai.
var furtherLanguageQuestions = []languagePhrases{
	{"pl", english.ParsePhrases(`
czy jesteś prawdziwy
czy jesteś prawdziwa
jesteś prawdziwy
jesteś prawdziwa
jesteś naprawdę
czy jesteś naprawdę
czy naprawdę jesteś
jesteś człowiekiem
czy jesteś człowiekiem
jesteś botem
czy jesteś botem
jesteś robotem
czy jesteś ai
jesteś sztuczną inteligencją
czy jesteś sztuczną inteligencją
rozmawiam z człowiekiem
rozmawiam z botem
rozmawiam z prawdziwą osobą
rozmawiam z osobą
czy to bot
czy to ai
czy ktoś to czyta
ktoś to czyta
jest tam ktoś`)},
	{"ru", english.ParsePhrases(`
ты настоящий
ты настоящая
ты реальный
ты реальная
ты правда
ты действительно
ты человек
ты живой человек
ты ии
ты бот
ты робот
ты машина
ты искусственный интеллект
ты нейросеть
вы настоящий
вы настоящая
вы человек
вы бот
вы правда
вы действительно
я говорю с человеком
я говорю с ботом
я разговариваю с человеком
я разговариваю с ботом
я общаюсь с человеком
я общаюсь с ботом
с человеком ли я
это бот
это ии
кто то это читает
кто нибудь это читает
это кто то читает
здесь кто нибудь есть
тут кто нибудь есть`)},
	{"uk", english.ParsePhrases(`
ти справжній
ти справжня
ти реальний
ти реальна
ти справді
ти людина
ти жива людина
ти ші
ти бот
ти робот
ти штучний інтелект
ви справжній
ви людина
ви справді
ви бот
я розмовляю з людиною
я говорю з людиною
я спілкуюся з людиною
я розмовляю з ботом
це бот
це ші
хтось це читає
чи хтось це читає
тут є хтось`)},
	{"tr", english.ParsePhrases(`
gerçek misin
sen gerçek misin
gerçekten sen misin
gerçek biri misin
insan mısın
sen insan mısın
gerçek bir insan mısın
yapay zeka mısın
yapay zekâ mısın
bot musun
sen bot musun
robot musun
makine misin
bir insanla mı konuşuyorum
insanla mı konuşuyorum
botla mı konuşuyorum
yapay zekayla mı konuşuyorum
bu bir bot mu
bunu biri okuyor mu
bunu okuyan var mı
orada kimse var mı`)},
	{"ar", english.ParsePhrases(`
هل أنت حقيقي
هل أنت حقيقية
هل أنت حقا
هل أنت إنسان
هل أنت بشر
هل أنت شخص حقيقي
هل أنت ذكاء اصطناعي
هل أنت روبوت
هل أنت آلة
هل أنت بوت
هل أتحدث مع إنسان
هل أتحدث إلى إنسان
هل أتحدث مع شخص
هل أتحدث إلى شخص
هل أتكلم مع إنسان
هل أتكلم مع شخص
هل هذا بوت
هل هذا روبوت
هل يقرأ أحد هذا
هل أحد يقرأ هذا
هل هناك أحد
أنت روبوت`)},
	{"he", english.ParsePhrases(`
אתה אמיתי
את אמיתית
האם אתה אמיתי
אתה באמת
את באמת
אתה בן אדם
את בן אדם
אתה אנושי
אתה בוט
את בוט
אתה רובוט
אתה בינה מלאכותית
את בינה מלאכותית
אני מדבר עם בן אדם
אני מדברת עם בן אדם
אני מדבר עם אדם
אני מדבר עם בוט
זה בוט
מישהו קורא את זה
יש שם מישהו
יש פה מישהו`)},
	{"hi", english.ParsePhrases(`
क्या आप असली हैं
क्या तुम असली हो
क्या आप सच में
क्या आप वास्तव में
क्या आप इंसान हैं
क्या तुम इंसान हो
क्या आप एआई हैं
क्या तुम एआई हो
क्या आप रोबोट हैं
क्या तुम रोबोट हो
क्या आप बॉट हैं
क्या तुम बॉट हो
क्या मैं किसी इंसान से
क्या मैं इंसान से
क्या कोई यह पढ़
क्या कोई इसे पढ़
kya aap asli hain
kya tum asli ho
kya aap insaan hain
kya tum insaan ho
kya aap ai hain
kya tum ai ho
kya aap robot hain
kya tum robot ho`)},
	{"id", english.ParsePhrases(`
apakah kamu nyata
apakah kamu asli
apakah kamu benar benar
apakah kamu manusia
apakah kamu ai
apakah kamu bot
apakah kamu robot
apakah anda nyata
apakah anda manusia
apakah anda ai
apakah anda robot
kamu manusia
kamu robot
kamu bot
kamu ai
apakah saya berbicara dengan manusia
apakah aku berbicara dengan manusia
apakah saya berbicara dengan orang
apakah ini bot
apakah ini ai
apakah ada yang membaca ini
ada yang baca ini
apakah ada orang`)},
	{"sv", english.ParsePhrases(`
är du verklig
är du på riktigt
är du verkligen
är du äkta
är du människa
är du en människa
är du en riktig
är du en ai
är du en bot
är du en robot
är du en maskin
pratar jag med en människa
pratar jag med en riktig
pratar jag med en bot
pratar jag med en ai
talar jag med en människa
är det här en bot
är detta en bot
är det en ai
läser någon detta
läser någon det här
är det någon där`)},
	{"el", english.ParsePhrases(`
είσαι αληθινός
είσαι αληθινή
είσαι πραγματικός
είσαι πραγματική
είσαι όντως
είσαι στ' αλήθεια
είσαι άνθρωπος
είσαι ρομπότ
είσαι μποτ
είσαι bot
είσαι ai
είσαι τεχνητή νοημοσύνη
είσαι μηχανή
μιλάω με άνθρωπο
μιλάω με μηχανή
μιλάω με ρομπότ
μιλώ με άνθρωπο
αυτό είναι bot
το διαβάζει κανείς
διαβάζει κάποιος
είναι κανείς εκεί`)},
}

// unspacedScriptQuestions has the questions in languages without spaces between words. AsksIfReal
// searches for them in the message as it was typed.
var unspacedScriptQuestions = []languagePhrases{
	{"ja", []string{"本物ですか", "本物なの", "本当に本人", "ご本人ですか", "人間ですか", "人間なの", "AIですか", "AIなの", "ＡＩですか", "人工知能ですか", "ボットですか", "ロボットですか", "機械ですか", "人と話して", "人間と話して", "誰か読んで", "誰かいますか", "誰かが読んで"}},
	{"zh", []string{"你是真的吗", "你是真的嗎", "你真的是", "你是真人", "你是人吗", "你是人嗎", "你是人类", "你是人類", "你是机器人", "你是機器人", "你是AI", "你是ai", "你是人工智能", "你是人工智慧", "我在跟人", "我在和人", "我在跟真人", "我在和真人", "是不是真人", "是不是机器人", "是不是機器人", "有人在看吗", "有人在看嗎", "有人在读", "有人看这个", "有人在吗", "有人在嗎"}},
	{"ko", []string{"진짜예요", "진짜인가요", "진짜야?", "정말로 본인", "사람이에요", "사람인가요", "사람이야?", "사람이니", "인간이에요", "인간인가요", "인간이야", "AI예요", "AI인가요", "AI야", "인공지능이에요", "인공지능인가요", "인공지능이야", "봇이에요", "봇인가요", "봇이야", "로봇이에요", "로봇인가요", "로봇이야", "사람과 이야기", "사람이랑 대화", "사람과 대화", "누가 읽고", "누군가 읽고", "거기 누구"}},
}
