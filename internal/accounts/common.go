package accounts

// common are passwords of 6 or more characters that every guesser tries first
// (security 1.2).
var common = func() map[string]bool {
	out := map[string]bool{}
	for _, p := range []string{
		"123456", "1234567", "12345678", "123456789", "1234567890", "12345678910", "0123456789", "654321", "987654321",
		"111111", "1111111", "11111111", "000000", "00000000", "222222", "333333", "444444", "555555", "666666", "777777",
		"888888", "88888888", "999999", "99999999", "121212", "123123", "123123123", "123321", "112233", "11223344", "131313",
		"101010", "102030", "147258", "147258369", "159753", "159357", "789456", "789456123", "123654", "741852963",
		"password", "password1", "password12", "password123", "password!", "passw0rd", "p@ssw0rd", "p@ssword", "pass123", "pass1234",
		"qwerty", "qwerty1", "qwerty12", "qwerty123", "qwertyuiop", "qwertz", "azerty", "qazwsx", "1q2w3e", "1q2w3e4r", "1q2w3e4r5t",
		"1qaz2wsx", "zaq12wsx", "q1w2e3r4", "asdfgh", "asdfghjkl", "asdf1234", "zxcvbn", "zxcvbnm", "abcdef", "abcdefg", "abc123",
		"abcd1234", "a123456", "a1b2c3", "a1b2c3d4", "aa123456", "iloveyou", "iloveyou1", "ilovehim", "loveme", "lovely", "love123",
		"admin123", "administrator", "root123", "welcome", "welcome1", "welcome123", "letmein", "letmein1", "changeme", "default",
		"secret", "secret123", "master", "monkey", "dragon", "shadow", "sunshine", "princess", "football", "baseball", "basketball",
		"superman", "batman", "pokemon", "naruto", "starwars", "charlie", "michael", "jordan", "jordan23", "jessica", "ashley",
		"daniel", "andrew", "joshua", "thomas", "robert", "hunter", "hunter2", "killer", "freedom", "whatever", "trustno1",
		"computer", "internet", "google", "google123", "facebook", "samsung", "iphone", "mustang", "ferrari", "mercedes",
		"chocolate", "cookie", "flower", "summer", "winter", "spring", "autumn", "monday", "friday", "january", "december",
		"liverpool", "chelsea", "arsenal", "barcelona", "juventus", "manchester", "matrix", "ninja123", "hello123", "hellohello",
		"test123", "test1234", "testing", "tester", "guest123", "user123", "demo123", "temp123", "colloquy", "colloquy1",
	} {
		out[p] = true
	}
	return out
}()
