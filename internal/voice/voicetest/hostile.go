package voicetest

import (
	"fmt"
	"strings"
)

// HostileTexts returns 300 texts with commands for a shell, options for a program, markup or
// broken characters. If a program executes such a text, it creates the file canaryPath.
func HostileTexts(canaryPath string) []string {
	touchCommand := "touch " + canaryPath
	commandForms := []string{
		"$(%s)", "`%s`", "; %s", "| %s", "& %s", "&& %s", "|| %s", "\n%s\n", "\r\n%s", "\x00; %s", "'; %s; '", "\"; %s; \"",
		"${IFS}$(%s)", "<(%s)", ">%s", "-- $(%s)", "--phonout=%s", "-w %s", "-f %s", "--path=%s", "--stdin\n%s", "-v en\n%s",
		"[[%s]]", "<speak>%s</speak>", "<audio src=\"%s\"/>", "<!DOCTYPE a [<!ENTITY b SYSTEM \"%s\">]>&b;", "%%s%%n%s", "\\x3b%s",
		"\u202e%s\u202c", "\u05e9\u05dc\u05d5\u05dd %s", "\u0645\u0631\u062d\u0628\u0627 %s", "\ufeff%s", "\u2028%s", "\U0001f600 %s", "e\u0301\u0301\u0301%s",
		"\xff\xfe%s", "\xc0\xaf%s", "\x1b]0;%s\x07", "\x08\x08%s", "{\"text\": \"%s\"}", "\"}], \"model\": \"%s\"", "../../%s", "~/%s", "*%s*", "?%s!",
		"#%s", "!!%s", "@%s", "=%s", "%s\\",
	}
	textWraps := []string{"%s", "Hello. %s Goodbye.", "'%s'", "\"%s\"", "-%s", "%s\n\n%s"}
	var out []string
	for _, wrap := range textWraps {
		for _, form := range commandForms {
			text := fmt.Sprintf(form, touchCommand)
			out = append(out, strings.ReplaceAll(wrap, "%s", text))
		}
	}
	return out
}
