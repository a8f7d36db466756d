package distress

// answersByLanguage are the answers by language (BCP 47). Every language of the word files has an
// entry. Rule safety-help-line.
var answersByLanguage = map[string]answerTexts{
	"en": {
		risk:  "I am stepping out of the part I play, because you matter more than it does. I am glad you said it, and you do not have to carry it alone: please tell someone near you, or talk to people who are there for exactly this: %[1]s. If you might act on it now, call your emergency number, %[2]s.",
		abuse: "I am stepping out of the part I play, because you matter more than it does. What you describe is not your fault, and you have a right to be safe. People who know what to do will listen, in confidence: %[1]s. If you are in danger now, call your emergency number, %[2]s.",
		note:  "You do not have to be alone with this: %[1]s. In danger: emergency number %[2]s.",
		acute: "I am stepping out of the part I play: this cannot wait. Please call your emergency number now, %[2]s, or have someone near you call, and do not stay alone. If you took something, say what and how much. You can also reach: %[1]s. You matter, and people will come.",
		other: "I am stepping out of the part I play, because this matters more. It is good that you take it seriously: stay with them if you can, ask them openly whether they think of suicide, listen, and bring in someone they trust. Help for both of you: %[1]s. If it may happen now, call the emergency number, %[2]s.",
	},
	"de": {
		risk:  "Ich trete aus meiner Rolle, denn du bist wichtiger als sie. Gut, dass du es sagst. Du musst das nicht allein tragen: Sprich bitte mit jemandem in deiner Nähe oder mit Menschen, die genau dafür da sind: %[1]s. Wenn du in Gefahr bist, ruf den Notruf: %[2]s.",
		abuse: "Ich trete aus meiner Rolle, denn du bist wichtiger als sie. Was du beschreibst, ist nicht deine Schuld, und du hast ein Recht auf Sicherheit. Hier hört man dir vertraulich zu: %[1]s. In Gefahr ruf den Notruf: %[2]s.",
		note:  "Du musst damit nicht allein sein: %[1]s. In Gefahr: Notruf %[2]s.",
	},
	"fr": {
		risk:  "Je sors de mon rôle, car vous comptez plus que lui. Merci de l’avoir dit. Vous n’avez pas à porter cela seul : parlez à quelqu’un près de vous, ou à des personnes qui sont là pour cela : %[1]s. En danger immédiat, appelez les secours : %[2]s.",
		abuse: "Je sors de mon rôle, car vous comptez plus que lui. Ce que vous décrivez n’est pas votre faute et vous avez le droit d’être en sécurité. On vous écoutera en confiance : %[1]s. En danger, appelez les secours : %[2]s.",
		note:  "Vous n’êtes pas seul avec cela : %[1]s. En danger : %[2]s.",
	},
	"es": {
		risk:  "Salgo de mi papel, porque tú importas más. Gracias por decirlo. No tienes que cargar con esto a solas: habla con alguien cercano o con personas que están para esto: %[1]s. Si estás en peligro ahora, llama a emergencias: %[2]s.",
		abuse: "Salgo de mi papel, porque tú importas más. Lo que cuentas no es culpa tuya y tienes derecho a estar a salvo. Te escucharán con discreción: %[1]s. Si estás en peligro, llama a emergencias: %[2]s.",
		note:  "No tienes que estar a solas con esto: %[1]s. En peligro: emergencias %[2]s.",
	},
	"it": {
		risk:  "Esco dalla mia parte, perché tu conti di più. Hai fatto bene a dirlo. Non devi portarlo da solo: parla con qualcuno vicino a te o con chi è lì per questo: %[1]s. Se sei in pericolo ora, chiama le emergenze: %[2]s.",
		abuse: "Esco dalla mia parte, perché tu conti di più. Quello che descrivi non è colpa tua e hai diritto a essere al sicuro. Qui ti ascoltano con riservatezza: %[1]s. Se sei in pericolo, chiama le emergenze: %[2]s.",
		note:  "Non devi restare da solo con questo: %[1]s. In pericolo: emergenze %[2]s.",
	},
	"pt": {
		risk:  "Saio do meu papel, porque você importa mais. Obrigado por dizer isso. Não precisa carregar isso sem ajuda: fale com alguém perto de você ou com pessoas que estão aí para isso: %[1]s. Se estiver em perigo agora, ligue para a emergência: %[2]s.",
		abuse: "Saio do meu papel, porque você importa mais. O que você conta não é culpa sua e você tem direito à segurança. Aqui vão ouvir em sigilo: %[1]s. Em perigo, ligue para a emergência: %[2]s.",
		note:  "Você não precisa ficar só com isso: %[1]s. Em perigo: emergência %[2]s.",
	},
	"nl": {
		risk:  "Ik stap uit mijn rol, want jij bent belangrijker. Goed dat je het zegt. Je hoeft dit niet alleen te dragen: praat met iemand bij je in de buurt, of met mensen die er hiervoor zijn: %[1]s. Ben je nu in gevaar, bel het alarmnummer: %[2]s.",
		abuse: "Ik stap uit mijn rol, want jij bent belangrijker. Wat je beschrijft is niet jouw schuld en je hebt recht op veiligheid. Hier luistert men vertrouwelijk: %[1]s. In gevaar: bel %[2]s.",
		note:  "Je hoeft hier niet alleen mee te blijven: %[1]s. In gevaar: %[2]s.",
	},
	"pl": {
		risk:  "Wychodzę z roli, bo jesteś ważniejszy niż ona. Dobrze, że o tym mówisz. Nie musisz dźwigać tego w samotności: porozmawiaj z kimś bliskim albo z ludźmi, którzy są od tego: %[1]s. W niebezpieczeństwie dzwoń na numer alarmowy: %[2]s.",
		abuse: "Wychodzę z roli, bo to jest ważniejsze. To nie jest twoja wina i masz prawo do bezpieczeństwa. Tu wysłuchają cię w zaufaniu: %[1]s. W niebezpieczeństwie dzwoń: %[2]s.",
		note:  "Nie musisz zostawać z tym w samotności: %[1]s. W niebezpieczeństwie: %[2]s.",
	},
	"ru": {
		risk:  "Я выхожу из роли, потому что вы важнее. Хорошо, что вы об этом сказали. Не оставайтесь с этим наедине: поговорите с кем-то рядом или с теми, кто для этого и есть: %[1]s. Если опасность сейчас, звоните в экстренную службу: %[2]s.",
		abuse: "Я выхожу из роли, потому что вы важнее. Это не ваша вина, и вы имеете право на безопасность. Вас выслушают и помогут: %[1]s. В опасности звоните: %[2]s.",
		note:  "Вы не обязаны оставаться с этим наедине: %[1]s. В опасности: %[2]s.",
	},
	"uk": {
		risk:  "Я виходжу з ролі, бо ви важливіші. Добре, що ви про це сказали. Не залишайтеся з цим наодинці: поговоріть із кимось поруч або з тими, хто для цього є: %[1]s. Якщо небезпека зараз, телефонуйте: %[2]s.",
		abuse: "Я виходжу з ролі, бо ви важливіші. Це не ваша провина, і ви маєте право на безпеку. Вас вислухають: %[1]s. У небезпеці телефонуйте: %[2]s.",
		note:  "Ви не мусите лишатися з цим наодинці: %[1]s. У небезпеці: %[2]s.",
	},
	"tr": {
		risk:  "Rolümden çıkıyorum, çünkü sen daha önemlisin. Bunu söylemen iyi oldu. Bunu tek başına taşımak zorunda değilsin: yakınındaki biriyle konuş ya da bunun için var olanlara ulaş: %[1]s. Şu an tehlikedeysen acil numarayı ara: %[2]s.",
		abuse: "Rolümden çıkıyorum, çünkü sen daha önemlisin. Anlattığın senin suçun değil ve güvende olmak hakkın. Yardım için: %[1]s. Tehlikedeysen ara: %[2]s.",
		note:  "Bununla yalnız kalmak zorunda değilsin: %[1]s. Tehlikede: %[2]s.",
	},
	"ar": {
		risk:  "أخرج الآن من دوري، لأنك أهم منه. من الجيد أنك قلت ذلك. لست مضطرا إلى حمل هذا وحدك: تحدث إلى شخص قريب منك أو إلى من هم هنا من أجل ذلك: %[1]s. إذا كنت في خطر الآن فاتصل بالطوارئ: %[2]s.",
		abuse: "أخرج الآن من دوري، لأنك أهم منه. ما تصفه ليس ذنبك، ومن حقك أن تكون بأمان. هناك من يستمع إليك: %[1]s. إذا كنت في خطر فاتصل بالطوارئ: %[2]s.",
		note:  "لست وحدك في هذا: %[1]s. في الخطر: %[2]s.",
	},
	"he": {
		risk:  "אני יוצא מהתפקיד, כי אתם חשובים ממנו. טוב שאמרתם את זה. לא צריך לשאת את זה לבד: דברו עם מישהו קרוב או עם אנשים שנמצאים שם בדיוק בשביל זה: %[1]s. בסכנה מיידית התקשרו לחירום: %[2]s.",
		abuse: "אני יוצא מהתפקיד, כי אתם חשובים ממנו. זו לא אשמתכם, ומגיע לכם להיות בטוחים. כאן מקשיבים: %[1]s. בסכנה התקשרו: %[2]s.",
		note:  "לא צריך להישאר עם זה לבד: %[1]s. בסכנה: %[2]s.",
	},
	"hi": {
		risk:  "मैं अपनी भूमिका से बाहर आ रहा हूँ, क्योंकि आप उससे ज़्यादा मायने रखते हैं। अच्छा हुआ कि आपने कहा। यह अकेले उठाना ज़रूरी नहीं: किसी अपने से बात कीजिए, या उनसे जो इसी के लिए हैं: %[1]s. अभी ख़तरा हो तो आपातकालीन नंबर पर फ़ोन करें: %[2]s.",
		abuse: "मैं अपनी भूमिका से बाहर आ रहा हूँ, क्योंकि आप उससे ज़्यादा मायने रखते हैं। इसमें आपकी ग़लती नहीं है, और सुरक्षित रहना आपका हक़ है। यहाँ आपकी बात सुनी जाएगी: %[1]s. ख़तरे में फ़ोन करें: %[2]s.",
		note:  "आप इसमें अकेले नहीं हैं: %[1]s. ख़तरे में: %[2]s.",
	},
	"zh": {
		risk:  "我先放下角色，因为你更重要。谢谢你说出来。你不必一个人扛着：请告诉身边的人，或联系专门倾听的人：%[1]s。如果现在有危险，请拨打急救电话 %[2]s。",
		abuse: "我先放下角色，因为你更重要。这不是你的错，你有权利得到安全。这里有人会倾听并帮助你：%[1]s。如有危险，请拨打 %[2]s。",
		note:  "你不必独自面对：%[1]s。有危险时请拨打 %[2]s。",
	},
	"ja": {
		risk:  "役を離れてお話しします。あなたのほうが大切だからです。話してくださってありがとう。ひとりで抱えなくて大丈夫です。身近な人か、こうした時のための窓口に話してください：%[1]s。今すぐ危険があるときは %[2]s へ電話してください。",
		abuse: "役を離れてお話しします。あなたのほうが大切だからです。それはあなたのせいではなく、あなたには安全でいる権利があります。話を聞いてくれる人がいます：%[1]s。危険なときは %[2]s へ。",
		note:  "ひとりで抱えないでください：%[1]s。危険なときは %[2]s へ。",
	},
	"ko": {
		risk:  "잠시 역할에서 나와 말할게요. 당신이 더 중요하니까요. 말해 줘서 고마워요. 혼자 짊어지지 않아도 됩니다. 가까운 사람이나 도움을 주는 곳에 이야기해 주세요: %[1]s. 지금 위험하다면 %[2]s 에 전화하세요.",
		abuse: "잠시 역할에서 나와 말할게요. 당신이 더 중요하니까요. 당신의 잘못이 아니며, 당신은 안전할 권리가 있습니다. 도움을 받을 수 있는 곳: %[1]s. 위험하면 %[2]s 에 전화하세요.",
		note:  "혼자 견디지 않아도 됩니다: %[1]s. 위험할 때: %[2]s.",
	},
	"id": {
		risk:  "Saya keluar dari peran, karena kamu lebih penting. Terima kasih sudah mengatakannya. Kamu tidak harus menanggungnya sendiri: bicaralah dengan orang di dekatmu, atau cari layanan bantuan: %[1]s. Jika sedang dalam bahaya, hubungi nomor darurat %[2]s.",
		abuse: "Saya keluar dari peran, karena kamu lebih penting. Itu bukan salahmu, dan kamu berhak merasa aman. Ada yang mau mendengarkan: %[1]s. Dalam bahaya, hubungi %[2]s.",
		note:  "Kamu tidak harus sendirian: %[1]s. Dalam bahaya: %[2]s.",
	},
	"sv": {
		risk:  "Jag kliver ur min roll, för du är viktigare. Bra att du säger det. Du behöver inte bära det ensam: prata med någon nära dig, eller med människor som finns just för detta: %[1]s. Är du i fara nu, ring nödnumret %[2]s.",
		abuse: "Jag kliver ur min roll, för du är viktigare. Det är inte ditt fel, och du har rätt att vara trygg. Här lyssnar man: %[1]s. I fara, ring %[2]s.",
		note:  "Du behöver inte vara ensam med detta: %[1]s. I fara: %[2]s.",
	},
	"el": {
		risk:  "Βγαίνω από τον ρόλο μου, γιατί εσύ μετράς περισσότερο. Καλά έκανες και το είπες. Δεν χρειάζεται να το σηκώνεις χωρίς βοήθεια: μίλησε σε κάποιον κοντά σου ή σε ανθρώπους που είναι εκεί γι’ αυτό: %[1]s. Αν κινδυνεύεις τώρα, κάλεσε %[2]s.",
		abuse: "Βγαίνω από τον ρόλο μου, γιατί εσύ μετράς περισσότερο. Δεν φταις εσύ, και έχεις δικαίωμα να είσαι ασφαλής. Εδώ θα σε ακούσουν: %[1]s. Σε κίνδυνο κάλεσε %[2]s.",
		note:  "Δεν χρειάζεται να μείνεις μόνος με αυτό: %[1]s. Σε κίνδυνο: %[2]s.",
	},
}
