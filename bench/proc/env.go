package proc

import "strings"

// ServerEnv returns environ with the given settings instead of the server's settings in it.
func ServerEnv(environ []string, settings ...string) []string {
	env := make([]string, 0, len(environ)+len(settings))
	for _, e := range environ {
		if !strings.HasPrefix(e, "COLLOQUY_") {
			env = append(env, e)
		}
	}
	return append(env, settings...)
}
