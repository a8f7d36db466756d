package accounts

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Words by which somebody could pose as staff, folded by lookOf. A staffWord
// may not stand in a name as a word; an anywhere may not be any part of it; a
// name may not consist of helpers alone.
var (
	anywhere  = folded("colloquy", "administrator", "moderator")
	staffWord = folded("admin", "admins", "sysadmin", "superadmin", "moderation", "webmaster")
	helpers   = folded("support", "help", "helpdesk", "desk", "service", "services", "customer", "official", "security", "system",
		"team", "the", "our", "site", "staff", "mod", "mods", "root", "operator", "owner", "account", "accounts", "billing", "contact", "info")
)

func folded(words ...string) []string {
	for i, w := range words {
		words[i] = lookOf(w)
	}
	return words
}

// posesAsStaff tells whether a name looks like one of the people who run the
// service, in whatever letters it is written.
func posesAsStaff(name string) bool {
	look := lookOf(name)
	words := strings.FieldsFunc(look, func(r rune) bool { return !isLetterOrDigit(r) })
	joined := strings.Join(words, "")
	for _, w := range anywhere {
		if strings.Contains(joined, w) {
			return true
		}
	}
	isStaff := func(w string) bool { return slices.Contains(staffWord, w) }
	isHelper := func(w string) bool { return isStaff(w) || slices.Contains(helpers, w) }
	if isHelper(joined) || slices.ContainsFunc(words, isStaff) {
		return true
	}
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !isHelper(w) })
}

// lookOf puts texts that look alike into one form, after the skeleton of
// Unicode's UTS 39: compatibility forms, marks and case go, letters of other
// scripts become the Latin ones that they resemble, and what passes for another
// letter in Latin too (0 and o, 1 and l and i, rn and m) becomes one.
func lookOf(text string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(text) {
		if isMark(r) || invisible(r) {
			continue
		}
		if to, ok := lookalikes[r]; ok {
			r = to
		}
		r = unicode.ToLower(r)
		if to, ok := lookalikes[r]; ok {
			r = to
		}
		b.WriteRune(r)
	}
	return strings.NewReplacer("rn", "m", "vv", "w", "l", "i", "1", "i", "|", "i", "0", "o", "3", "e", "4", "a", "@", "a", "5", "s", "$", "s", "7", "t", "8", "b").Replace(b.String())
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// lookalikes are letters of other alphabets, and rare Latin ones, by the small
// Latin letter that they look like.
var lookalikes = func() map[rune]rune {
	out := map[rune]rune{}
	for latin, others := range map[rune]string{
		'a': "аɑαᴀꭺᗅɐⲁ", 'b': "ьʙвВᏴƅⲃ", 'c': "сϲᴄⅽⲥсꮯ", 'd': "ԁɗᴅⅾꓒժ", 'e': "еҽєᴇεⲉꬲ℮ё", 'f': "ſƒꜰꬵ", 'g': "ɡցɢԍ", 'h': "һհʜнНⲏ",
		'i': "іıɩιӏǀɪꙇⅰӀ׀Ⲓ", 'j': "јϳᴊ", 'k': "кКκᴋⲕ", 'l': "ⅼʟւⵏ", 'm': "мМᴍⅿⲙϻΜ", 'n': "пոռнɴηпⲛΝ", 'o': "оοօσᴏჿⲟഠ০θ", 'p': "рρᴘⲣϱ",
		'q': "ԛզգ", 'r': "гʀᴦⲅꭇя", 's': "ѕꜱʂꮪՏ", 't': "тТτᴛⲧ", 'u': "υսʋᴜцⴎ", 'v': "ѵνᴠⅴ", 'w': "ԝшѡᴡɯωщ", 'x': "хχⅹⲭ", 'y': "уүყγʏуⲩΥ", 'z': "ᴢꮓζ",
		'\'': "’‘ʼ`´",
	} {
		for _, r := range others {
			out[r] = latin
		}
	}
	for r, latin := range map[rune]rune{
		'А': 'a', 'В': 'b', 'С': 'c', 'Е': 'e', 'І': 'i', 'Ј': 'j', 'К': 'k', 'М': 'm', 'Н': 'h', 'О': 'o', 'Р': 'p', 'Ѕ': 's', 'Т': 't', 'У': 'y', 'Х': 'x',
		'Α': 'a', 'Β': 'b', 'Ε': 'e', 'Ζ': 'z', 'Η': 'h', 'Ι': 'i', 'Κ': 'k', 'Μ': 'm', 'Ν': 'n', 'Ο': 'o', 'Ρ': 'p', 'Τ': 't', 'Υ': 'y', 'Χ': 'x',
	} {
		out[r] = latin
	}
	return out
}()
