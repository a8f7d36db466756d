package house

import (
	"fmt"
	"go/ast"
	"slices"
	"strconv"
)

// unrestartedGoroutineNames are the names of the goroutines that need no restart. "job " and "doctor " are
// prefixes of names. Most of these goroutines end by themselves, such as with a call or a reply.
// The last two run as long as the process. If "http server" ends, the process ends. "signals" waits
// for two signals.
var unrestartedGoroutineNames = []string{
	"job ", "health check", "model provider", "model probe", "model detection", "model reach", "doctor ", "watch of the installed model", "reply", "wait for replies", "wait for recordings", "text of an orphan", "stop of a reply", "catalogue rebuild", "recording",
	"http server", "signals",
}

// unlistedGoroutines returns the goroutines of a file that obs.Go or an obs.Group starts and that
// unrestartedGoroutineNames does not list. A goroutine that lasts as long as the process needs
// obs.Loops, which restarts it after a panic. Rule process-loops.
func unlistedGoroutines(s sourceFile) []string {
	if !s.isNonTestGo() || s.path == "internal/obs/loops.go" || testPackagePattern.MatchString(s.dir()) || !s.isUnder("internal", "cmd") {
		return nil
	}
	var out []string
	ast.Inspect(s.code, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 4 {
			return true
		}
		if f, ok := call.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Go" && !slices.Contains(unrestartedGoroutineNames, literalBeginning(call.Args[2])) {
			out = append(out, fmt.Sprintf("line %d: start it with obs.Loops, or add its name to unrestartedGoroutineNames if it ends by itself", s.line(n.Pos())))
		}
		return true
	})
	return out
}

// literalBeginning returns the text of a string literal, or of the first literal of a
// concatenation.
func literalBeginning(e ast.Expr) string {
	if sum, ok := e.(*ast.BinaryExpr); ok {
		return literalBeginning(sum.X)
	}
	if literal, ok := e.(*ast.BasicLit); ok {
		text, _ := strconv.Unquote(literal.Value)
		return text
	}
	return ""
}
