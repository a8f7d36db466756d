package house

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const (
	maxFileLines     = 400
	maxFunctionLines = 70
)

var (
	featureNames     = []string{"accounts", "catalogue", "content", "social", "billing", "chat", "pages", "leaving", "media", "collections", "notices", "voice"}
	platformPackages = []string{"internal/config", "internal/obs", "internal/storage", "internal/httpx", "internal/live", "internal/jobs", "internal/email", "internal/llm", "internal/limits", "internal/spend", "internal/audit", "web/serve"}
	purePackages     = []string{"internal/english", "internal/distress", "internal/identity", "internal/fold"}

	// ownerByTable maps each table to the only package that writes it.
	ownerByTable = map[string]string{
		"users": "internal/accounts", "auth_sessions": "internal/accounts", "known_networks": "internal/accounts",
		"mail_links": "internal/accounts", "reset_codes": "internal/accounts", "identities": "internal/accounts", "two_factor": "internal/accounts",
		"pending_identities": "internal/accounts", "oidc_returns": "internal/accounts",
		"recovery_codes": "internal/accounts", "login_challenges": "internal/accounts", "user_settings": "internal/accounts",
		"audit": "internal/audit", "media_files": "internal/media", "voice_recordings": "internal/voice", "voice_usage": "internal/voice", "voice_settings": "internal/voice", "memories": "internal/memory", "memory_deleted": "internal/memory", "memory_talks": "internal/memory", "memory_summaries": "internal/memory", "memory_settings": "internal/memory", "deleted_accounts": "internal/leaving", "characters": "internal/catalogue",
		"limit_counts": "internal/limits", "model_spend": "internal/spend", "installation_secrets": "internal/storage",
		"conversations": "internal/chat", "messages": "internal/chat", "message_words": "internal/chat", "message_word_rows": "internal/chat", "chat_usage": "internal/chat", "deleted_sends": "internal/chat", "chat_archives": "internal/chat", "message_reports": "internal/chat", "storage_probe": "internal/storage", "jobs": "internal/jobs",
		"categories": "internal/catalogue", "catalogue_version": "internal/catalogue",
		"plans": "internal/billing", "plan_prices": "internal/billing", "purchases": "internal/billing", "purchase_payments": "internal/billing", "purchase_refunds": "internal/billing",
		"purchase_disputes": "internal/billing", "payment_events": "internal/billing", "invoices": "internal/billing", "invoice_years": "internal/billing",
		"sandbox_payments": "internal/billing/sandbox", "sandbox_refunds": "internal/billing/sandbox",
		"web_settings": "internal/content", "articles": "internal/content", "pages": "internal/content", "help": "internal/content", "contact_messages": "internal/content",
		"character_likes": "internal/social", "character_follows": "internal/social", "social_counts": "internal/social",
		"collection_lists": "internal/collections", "collection_counts": "internal/collections",
		"comments": "internal/social", "comment_likes": "internal/social", "reports": "internal/social",
		"milestones":    "internal/social",
		"notifications": "internal/notices", "notice_versions": "internal/notices", "notice_broadcasts": "internal/notices",
		"announced_characters": "internal/notices", "announced_articles": "internal/notices",
	}
)

func importsOf(s sourceFile) []string {
	if !s.isGo() {
		return nil
	}
	var out []string
	for _, i := range s.code.Imports {
		name, _ := strconv.Unquote(i.Path.Value)
		out = append(out, name)
	}
	return out
}

// matchingImports returns those imports of a file for which forbidden returns true.
func matchingImports(s sourceFile, forbidden func(name string) bool) []string {
	var out []string
	for _, name := range importsOf(s) {
		if forbidden(name) {
			out = append(out, "imports "+name)
		}
	}
	return out
}

func isWithin(name, pkg string) bool { return name == pkg || strings.HasPrefix(name, pkg+"/") }

func isFeature(name string) bool {
	return slices.ContainsFunc(featureNames, func(f string) bool { return isWithin(name, "colloquy/internal/"+f) })
}

func isApp(name string) bool { return isWithin(name, "colloquy/internal/app") }

func badCoreImports(s sourceFile) []string {
	if !s.isUnder("internal/core") || s.isTest() {
		return nil
	}
	return matchingImports(s, func(name string) bool {
		firstElement, _, _ := strings.Cut(name, "/")
		return strings.Contains(firstElement, ".") || firstElement == "colloquy"
	})
}

func badPlatformImports(s sourceFile) []string {
	if !s.isUnder(platformPackages...) && !s.isUnder("internal/demo") {
		return nil
	}
	return matchingImports(s, func(name string) bool { return isFeature(name) || isApp(name) })
}

// badPureImports checks a file of a pure package. It returns the imports of packages of this module
// that are not in purePackages.
func badPureImports(s sourceFile) []string {
	if !s.isUnder(purePackages...) {
		return nil
	}
	return matchingImports(s, func(name string) bool {
		return isWithin(name, "colloquy") && !slices.ContainsFunc(purePackages, func(p string) bool { return isWithin(name, "colloquy/"+p) })
	})
}

func badDemoImports(s sourceFile) []string {
	if s.isUnder("internal/demo", "internal/app", "bench/eval") {
		return nil
	}
	return matchingImports(s, func(name string) bool { return isWithin(name, "colloquy/internal/demo") })
}

func badFeatureImports(s sourceFile) []string {
	for _, f := range featureNames {
		if s.isUnder("internal/" + f) {
			return matchingImports(s, func(name string) bool { return isFeature(name) && !isWithin(name, "colloquy/internal/"+f) })
		}
	}
	return nil
}

// badSubpackageImports returns the imports by which a subpackage uses its feature package. It also
// returns those by which chat/message or chat/event uses chat/writing. Tests may have these imports.
func badSubpackageImports(s sourceFile) []string {
	if s.isTest() {
		return nil
	}
	for _, f := range featureNames {
		room := "internal/" + f
		if s.dir() != room && s.isUnder(room) {
			isBelowWriting := s.isUnder("internal/chat/message", "internal/chat/event")
			return matchingImports(s, func(name string) bool {
				return name == "colloquy/"+room || isBelowWriting && name == "colloquy/internal/chat/writing"
			})
		}
	}
	return nil
}

// badAppImports returns imports of app outside cmd, app and bench. Tests may start the app.
func badAppImports(s sourceFile) []string {
	if s.isUnder("cmd", "internal/app", "bench") {
		return nil
	}
	return matchingImports(s, func(name string) bool {
		return isApp(name) && (!s.isTest() || name != "colloquy/internal/app/apptest" && name != "colloquy/internal/app")
	})
}

func badDatabaseDriverImports(s sourceFile) []string {
	if s.isUnder("internal/storage") {
		return nil
	}
	return matchingImports(s, func(name string) bool {
		return isWithin(name, "modernc.org/sqlite") || strings.HasPrefix(name, "github.com/jackc/pgx")
	})
}

// badHTTPImports returns the forbidden imports of HTTP packages. Tests, files named http.go or
// wire.go, and packages that serve HTTP or call other servers may import them.
func badHTTPImports(s sourceFile) []string {
	isHTTPFile := path.Base(s.path) == "http.go" || path.Base(s.path) == "wire.go"
	callsOtherServers := s.isUnder("internal/doctor", "internal/localmodel") || s.isUnder("internal/llm") && s.dir() != "internal/llm"
	if !s.isNonTestGo() || isHTTPFile || callsOtherServers || s.isUnder("internal/httpx", "web/serve", "internal/app", "cmd", "bench", "e2e", "internal/billing/razorpay/razorpaytest") {
		return nil
	}
	return matchingImports(s, func(name string) bool {
		return name == "net/http" || strings.HasPrefix(name, "github.com/danielgtaylor/huma") || strings.HasPrefix(name, "github.com/go-chi/")
	})
}

var (
	sqlPattern          = regexp.MustCompile(`\b(SELECT\s|INSERT\s+INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s|\bWHERE\s|ORDER\s+BY\s)`)
	oneEnginePattern    = regexp.MustCompile(`(?i)\bI?LIKE\b|\bFOR\s+UPDATE\b|=\s*ANY\s*\(|->|\bgreatest\s*\(|\bleast\s*\(|\bis_\w+\s*=\s*[01]\b|::|\?|\bnow\s*\(|\b(date)?time\s*\(|\bstrftime\b|\bjson_|\bifnull\s*\(`)
	writtenTablePattern = regexp.MustCompile(`(?i)\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+(\w+)`)
	readTablePattern    = regexp.MustCompile(`(?i)\b(?:FROM|JOIN)\s+(\w+)`)
	createdTablePattern = regexp.MustCompile(`(?i)\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(\w+)`)
)

// stringLiterals returns the string literals of a file, or none for tests and package bench.
func stringLiterals(s sourceFile) map[token.Pos]string {
	out := map[token.Pos]string{}
	if !s.isNonTestGo() || s.isUnder("bench") {
		return out
	}
	ast.Inspect(s.code, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
			out[l.Pos()], _ = strconv.Unquote(l.Value)
		}
		return true
	})
	return out
}

func findInLiterals(s sourceFile, find func(text string) []string) []string {
	literals := stringLiterals(s)
	var out []string
	for _, at := range slices.Sorted(maps.Keys(literals)) {
		for _, fault := range find(literals[at]) {
			out = append(out, fmt.Sprintf("line %d: %s", s.line(at), fault))
		}
	}
	return out
}

func oneEngineSQL(s sourceFile) []string {
	return findInLiterals(s, func(text string) []string {
		if !sqlPattern.MatchString(text) {
			return nil
		}
		return oneEnginePattern.FindAllString(text, -1)
	})
}

// foreignTables returns the other packages' tables that the pattern query finds in a file's SQL.
func foreignTables(s sourceFile, query *regexp.Regexp) []string {
	return findInLiterals(s, func(text string) []string {
		var out []string
		for _, m := range query.FindAllStringSubmatch(text, -1) {
			table := strings.ToLower(m[1])
			if owner, known := ownerByTable[table]; known && !s.isUnder(owner, "internal/storage/dbtest", "internal/app/apptest") {
				out = append(out, fmt.Sprintf("%s is the table of %s", table, owner))
			}
		}
		return out
	})
}

func writesToForeignTables(s sourceFile) []string { return foreignTables(s, writtenTablePattern) }

func readsOfForeignTables(s sourceFile) []string {
	if path.Base(s.path) == "reads.go" {
		return nil
	}
	return foreignTables(s, readTablePattern)
}

func tablesWithoutOwner(s sourceFile) []string {
	if path.Ext(s.path) != ".sql" {
		return nil
	}
	var out []string
	for _, m := range createdTablePattern.FindAllStringSubmatch(s.text, -1) {
		if ownerByTable[m[1]] == "" {
			out = append(out, m[1]+" has no owner")
		}
	}
	return out
}

func packagesWithoutComment(list []sourceFile) []string {
	documentedPackages := map[string]bool{}
	for _, s := range list {
		if s.isGo() {
			documentedPackages[s.dir()] = documentedPackages[s.dir()] || s.code.Doc != nil
		}
	}
	var out []string
	for _, dir := range slices.Sorted(maps.Keys(documentedPackages)) {
		if !documentedPackages[dir] {
			out = append(out, dir+" has no package comment")
		}
	}
	return out
}

func exportsWithoutComment(s sourceFile) []string {
	if !s.isNonTestGo() {
		return nil
	}
	var out []string
	for _, d := range s.code.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Doc == nil && d.Name.IsExported() && hasExportedReceiver(d) {
				out = append(out, d.Name.Name+" has no comment")
			}
		case *ast.GenDecl:
			if d.Doc == nil {
				out = append(out, uncommentedNames(d)...)
			}
		}
	}
	return out
}

func hasExportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.Ident:
			return x.IsExported()
		default:
			return true
		}
	}
}

func uncommentedNames(d *ast.GenDecl) []string {
	var out []string
	for _, spec := range d.Specs {
		switch x := spec.(type) {
		case *ast.TypeSpec:
			if x.Doc == nil && x.Name.IsExported() {
				out = append(out, x.Name.Name+" has no comment")
			}
		case *ast.ValueSpec:
			if x.Doc == nil && x.Comment == nil && slices.ContainsFunc(x.Names, (*ast.Ident).IsExported) {
				out = append(out, x.Names[0].Name+" has no comment")
			}
		}
	}
	return out
}

// bareGoroutines returns the go statements and WaitGroup.Go calls of a file. The service
// must use obs.Go and obs.Group, which recover panics. Tests and their helpers need not.
func bareGoroutines(s sourceFile) []string {
	if !s.isNonTestGo() || s.path == "internal/obs/goroutine.go" || testPackagePattern.MatchString(s.dir()) || !s.isUnder("internal", "cmd") {
		return nil
	}
	var out []string
	ast.Inspect(s.code, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.GoStmt:
			out = append(out, fmt.Sprintf("line %d: a go statement", s.line(n.Pos())))
		case *ast.CallExpr:
			// sync.WaitGroup.Go has one argument, obs.Group.Go has more.
			if f, ok := x.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Go" && len(x.Args) == 1 {
				out = append(out, fmt.Sprintf("line %d: a goroutine of a wait group", s.line(n.Pos())))
			}
		}
		return true
	})
	return out
}

var testPackagePattern = regexp.MustCompile(`(test|/llm/fake)$`)

func tooLongFiles(s sourceFile) []string {
	if ext := path.Ext(s.path); ext == ".md" || ext == ".html" || ext == ".yml" {
		return nil
	}
	if n := strings.Count(s.text, "\n"); n > maxFileLines {
		return []string{fmt.Sprintf("%d lines, at most %d", n, maxFileLines)}
	}
	return nil
}

func tooLongFunctions(s sourceFile) []string {
	if !s.isGo() {
		return nil
	}
	var out []string
	ast.Inspect(s.code, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			firstLine := s.line(n.Pos())
			if lines := s.line(n.End()) - firstLine + 1; lines > maxFunctionLines {
				out = append(out, fmt.Sprintf("line %d: a function of %d lines, at most %d", firstLine, lines, maxFunctionLines))
			}
		}
		return true
	})
	return out
}

// The marks and paths are concatenated from parts, so that this file passes its own check.
var (
	toDoPattern        = regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|HA` + `CK|XX` + `X)\b`)
	machinePathPattern = regexp.MustCompile(`(^|[\s"'` + "`" + `(=:])(/wo` + `rk|/tm` + `p|/ho` + `me|/ro` + `ot)/|\.libra` + `ry\b|\bC:\\`)
)

// Every match of toDoPattern or machinePathPattern contains one of these texts. They are searched
// first, because a text search is faster than a regular expression.
var (
	toDoParts        = []string{"TO" + "DO", "FIX" + "ME", "HA" + "CK", "XX" + "X"}
	machinePathParts = []string{"/wo" + "rk/", "/tm" + "p/", "/ho" + "me/", "/ro" + "ot/", ".libra" + "ry", "C:" + `\`}
)

func findForbiddenTexts(text string, parts []string, whole *regexp.Regexp) []string {
	if !slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) }) {
		return nil
	}
	return whole.FindAllString(text, -1)
}

func toDoComments(s sourceFile) []string { return findForbiddenTexts(s.text, toDoParts, toDoPattern) }

func machineSpecificPaths(s sourceFile) []string {
	return findForbiddenTexts(s.text, machinePathParts, machinePathPattern)
}
