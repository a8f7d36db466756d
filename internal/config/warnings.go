package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

const (
	envPrefix = "COLLOQUY_"
	// testVariablePrefix is the prefix of variables for tests.
	testVariablePrefix = "COLLOQUY_TEST_"
)

// Warnings returns a sentence for each unsafe setting. It also returns one for each variable in
// environ ("NAME=value") that has the prefix COLLOQUY_ but is no setting. A sentence says what to
// do and contains no values.
func (c Config) Warnings(environ []string) []string {
	var out []string
	if !IsLoopbackAddr(c.Addr) && !c.HasHTTPSURL() {
		out = append(out, "The program can be reached from other machines and COLLOQUY_PUBLIC_URL is no https address: passwords and chats travel unencrypted. Put a proxy with TLS in front and set COLLOQUY_PUBLIC_URL=https://...")
	}
	if c.MetricsAddr != "" && !IsLoopbackAddr(c.MetricsAddr) {
		out = append(out, "COLLOQUY_METRICS_ADDR can be reached from other machines, and it serves memory profiles too: use 127.0.0.1, or let only your metrics server reach it.")
	}
	if c.PaymentProvider() == PaymentsSandbox && !c.isLocalOnly() {
		out = append(out, "COLLOQUY_PAYMENTS is sandbox on an address that others reach: anybody can unlock every character without paying. Set it to razorpay or none before you open the service to the public.")
	}
	// Rule operations-backup-bucket.
	if c.BackupURL != "" && c.BackupKey == "" {
		out = append(out, "COLLOQUY_BACKUP_URL is set without COLLOQUY_BACKUP_KEY: who can read the bucket can read all chats and password hashes. Make a key with colloquy backup key.")
	}
	if c.RedisURL != "" && c.MediaURL == "" {
		out = append(out, "COLLOQUY_REDIS_URL is set without COLLOQUY_MEDIA_URL: pictures and recordings are at the process that stored them only. Set it if several processes serve.")
	}
	if c.ClockAhead != 0 { // rule clock-ahead
		out = append(out, "COLLOQUY_CLOCK_AHEAD is set: sessions and purchases expire early, and what is written has a later time. Use data that you can throw away.")
	}
	return append(out, unknownVariables(environ)...)
}

// unknownVariables returns a warning for each variable that has the prefix but is no setting. The
// warning names a similar setting if there is one. Rule operations-config.
func unknownVariables(environ []string) (out []string) {
	knownNames := settingVariables()
	for _, line := range environ {
		name, _, _ := strings.Cut(line, "=")
		if !strings.HasPrefix(name, envPrefix) || strings.HasPrefix(name, testVariablePrefix) || slices.Contains(knownNames, name) {
			continue
		}
		text := fmt.Sprintf("%s is no setting and does nothing.", name)
		if near := nearestName(name, knownNames); near != "" {
			text = fmt.Sprintf("%s is no setting and does nothing; %s is one.", name, near)
		}
		out = append(out, text)
	}
	slices.Sort(out)
	return out
}

func settingVariables() (names []string) {
	for f := range reflect.TypeFor[Config]().Fields() {
		names = append(names, f.Tag.Get("env"))
	}
	return names
}

// nearestName returns the known name with the smallest edit distance to name. If the distance is
// more than half the length of name without its prefix, it returns "".
func nearestName(name string, known []string) string {
	bestName, bestDistance := "", 1+(len(name)-len(envPrefix))/2
	for _, k := range known {
		if d := editDistance(name, k); d < bestDistance {
			bestName, bestDistance = k, d
		}
	}
	return bestName
}

// editDistance returns the Levenshtein distance of two ASCII texts.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			distance := diagonal
			if a[i] != b[j] {
				distance++
			}
			diagonal = row[j+1]
			row[j+1] = min(distance, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
