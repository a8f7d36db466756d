package proc

import "strings"

// ServerEnv returns environ without the server settings that it contains, and with the given ones.
func ServerEnv(environ []string, settings ...string) []string {
	env := make([]string, 0, len(environ)+len(settings))
	for _, e := range environ {
		if !strings.HasPrefix(e, "COLLOQUY_") {
			env = append(env, e)
		}
	}
	return append(env, settings...)
}
