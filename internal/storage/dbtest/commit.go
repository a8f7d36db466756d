package dbtest

import (
	"path/filepath"
	"strings"
	"sync"
	"testing"

	sqlite "modernc.org/sqlite"

	"colloquy/internal/storage"
)

// commitHooks has the hooks of OnCommit by the path of their database.
var commitHooks sync.Map

// registerHooks makes the driver add the hooks to each connection that it opens.
var registerHooks = sync.OnceFunc(func() {
	sqlite.RegisterConnectionHook(func(conn sqlite.ExecQuerierContext, dsn string) error {
		commitHooks.Range(func(path, hook any) bool {
			if strings.Contains(dsn, path.(string)) {
				conn.(sqlite.HookRegisterer).RegisterCommitHook(hook.(sqlite.CommitHookFn))
			}
			return true
		})
		return nil
	})
})

// OnCommit calls hook in each commit of a SQLite database, before the commit is written. The commit
// waits for hook, and fails if hook returns false. OnCommit affects only connections that are
// opened later.
func OnCommit(t testing.TB, o storage.Options, hook func() (ok bool)) {
	t.Helper()
	registerHooks()
	path := filepath.Join(o.DataDir, storage.SQLiteFile)
	commitHooks.Store(path, sqlite.CommitHookFn(func() int32 {
		if hook() {
			return 0
		}
		return 1
	}))
	t.Cleanup(func() { commitHooks.Delete(path) })
}
