package proc

import "strings"

// ServerEnv returns the variables in environ with other server settings. ServerEnv removes the
// variables COLLOQUY_* and adds the argument settings.
func ServerEnv(environ []string, settings ...string) []string {
	env := make([]string, 0, len(environ)+len(settings))
	for _, e := range environ {
		if !strings.HasPrefix(e, "COLLOQUY_") {
			env = append(env, e)
		}
	}
	return append(env, settings...)
}
