package demo

import "strings"

// wordSet returns the set of the words in a list.
func wordSet(list string) map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// stopWords are words that name no subject. A message of stop words alone is small talk or
// asks to continue.
var stopWords = wordSet(`
a about again all also am an and any are as at be been being but by can could
did do does doing done else ever for from get give had has have he her here him
his how i if in into is it its just know let like lot many me more most much my
myself no not now of off on one or our out over please question quite really say
shall she should so some something tell than that the their them then there
these they thing think this those to too up us very want was we were what when
where which while who whom whose why will with would yes you your yours yourself
both first second former latter suppose maybe perhaps wish guess go goes went gone come came see saw look here
hear ask talk speak explain describe share ok okay well hi hello sir madam
away over under between without within against after before during until together already exactly basically actually
guys dude bro ago along either neither whether though
happen happens happened got getting best favorite still yet though even because feel felt today tonight yesterday tomorrow`)
