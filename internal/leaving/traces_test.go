package leaving_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
)

// The trace words appear nowhere but in what one user wrote.
const (
	nameTraceWord    = "Quorvelith"
	lineTraceWord    = "zembrastine"
	letterTraceWord  = "phloxidane"
	reasonTraceWord  = "grundowick"
	commentTraceWord = "tavroquill"
)

// leaveTraces uses every feature that stores something of a user.
func leaveTraces(t *testing.T, user, other *apptest.Client) {
	t.Helper()
	var session, otherComment, ownComment struct{ ID string }
	user.Do("POST", "/session", map[string]any{"characterId": 20}).Want(200).Into(&session)
	if s := user.Send(session.ID, "My secret is "+lineTraceWord, "user-1").ReadAll(); s.Status != "complete" || !strings.Contains(s.Text, lineTraceWord) {
		t.Fatalf("the reply is %q, %s", s.Text, s.Status)
	}
	rateAndReport(user, session.ID)
	user.Do("PUT", "/session/"+session.ID, map[string]any{"title": "Of " + lineTraceWord}).Want(200)
	user.Do("POST", "/messages/"+session.ID+"/start-over", nil).Want(200)
	user.Do("POST", "/messages/"+session.ID, map[string]any{"content": "and " + lineTraceWord + " again"}).Want(201)
	user.Do("POST", "/session", map[string]any{"characterId": 21}).Want(200)
	var deleted struct{ ID string }
	user.Do("POST", "/session", map[string]any{"characterId": 22}).Want(200).Into(&deleted)
	user.Do("POST", "/messages/"+deleted.ID, map[string]any{"content": lineTraceWord, "client_id": "user-" + lineTraceWord}).Want(201)
	user.Do("DELETE", "/user/chats/"+deleted.ID, nil).Want(200)
	for _, path := range []string{"/profile/20/like", "/profile/21/like", "/profile/20/follow"} {
		user.Do("POST", path, map[string]any{}).Want(200)
		other.Do("POST", path, map[string]any{}).Want(200)
	}
	other.Do("POST", "/profile/20/comments", map[string]any{"comment": "From somebody else"}).Want(201).Into(&otherComment)
	user.Do("POST", "/comments/"+otherComment.ID+"/like", nil).Want(200)
	user.Do("POST", "/profile/20/comments", map[string]any{"comment": "A reply: " + commentTraceWord, "parent_comment_id": otherComment.ID}).Want(201)
	user.Do("POST", "/comments/"+otherComment.ID+"/report", map[string]any{"reason": "It is " + reasonTraceWord}).Want(201)
	user.Do("POST", "/profile/20/comments", map[string]any{"comment": "A comment: " + commentTraceWord}).Want(201).Into(&ownComment)
	other.Do("POST", "/comments/"+ownComment.ID+"/like", nil).Want(200)
	other.Do("POST", "/comments/"+ownComment.ID+"/report", map[string]any{"reason": "Unkind"}).Want(201)
	other.Do("POST", "/profile/20/comments", map[string]any{"comment": "An answer", "parent_comment_id": ownComment.ID}).Want(201)
	user.Do("POST", "/contact", map[string]any{"name": nameTraceWord, "email": strings.ToUpper(user.Email), "subject": letterTraceWord, "message": letterTraceWord}).Want(201)
	usedPicture, unusedPicture := uploadPicture(t, user), uploadPicture(t, user)
	user.Do("PUT", "/user/profile", map[string]any{"username": user.Name, "email": user.Email, "avatar": usedPicture}).Want(200)
	if usedPicture == unusedPicture {
		t.Fatal("two uploads have one address")
	}
	var list struct{ ID string }
	user.Do("POST", "/user/collections/lists", map[string]any{"name": "Of " + reasonTraceWord, "description": "With " + reasonTraceWord}).Want(201).Into(&list)
	user.Do("POST", "/user/collections/lists/"+list.ID+"/characters", map[string]any{"characterId": 20}).Want(200)
	user.Do("POST", "/user/collections/lists/"+list.ID+"/share", nil).Want(200)
	user.Do("POST", "/messages/20/memory", map[string]any{"text": "Is fond of " + lineTraceWord}).Want(201)
	user.Do("PUT", "/user/memory", map[string]any{"enabled": true, "tell_all": false, "name": "Ada of the stamps", "about": lineTraceWord + " " + reasonTraceWord}).Want(200)
	user.Login()
}

// rateAndReport gives feedback on the last reply of a conversation, and reports it.
func rateAndReport(user *apptest.Client, conversation string) {
	user.T.Helper()
	var page struct{ Messages []struct{ ID string } }
	user.Do("GET", "/messages/"+conversation, nil).Want(200).Into(&page)
	replyPath := "/messages/" + conversation + "/" + page.Messages[len(page.Messages)-1].ID
	user.Do("POST", replyPath+"/feedback", map[string]any{"value": "down", "reason": "Too " + reasonTraceWord}).Want(200)
	user.Do("POST", replyPath+"/report", map[string]any{"reason": "It says " + reasonTraceWord}).Want(201)
}

// storeRefundedOrder stores a paid and refunded order of a user with its invoice.
func storeRefundedOrder(t *testing.T, db *storage.DB, user *apptest.Client) {
	t.Helper()
	execSQL(t, db, fmt.Sprintf(`INSERT INTO purchases (id, user_id, open_key, plan_id, plan_name, cycle, description, days, character_id, amount, currency, provider, order_id, payment_id,
		captured_at, refunded, refund_reason, status, payment_status, expiry_at, created_at, updated_at)
		VALUES ('order-1', '%s', '%s 1', 1, 'Unlock Character', 'monthly', 'A month', 30, 21, 100, 'USD', 'sandbox', 'order_1', 'pay_1', 1, 100, 'Because of %s', 'refunded', 'refunded', 2, 1, 1)`,
		user.UserID, user.UserID, reasonTraceWord))
	execSQL(t, db, fmt.Sprintf(`INSERT INTO invoices (number, year, serial, purchase_id, content, billed_to, issued_at)
		VALUES ('COL-2026-000001', 2026, 1, 'order-1', '{"number":"COL-2026-000001","from":"2026-03-01T09:00:00Z","until":"2026-03-31T09:00:00Z"}', '{"name":"%s","email":"%s"}', 1)`, user.Name, user.Email))
}

// uploadPicture uploads a picture of one pixel and returns its address.
func uploadPicture(t *testing.T, user *apptest.Client) string {
	t.Helper()
	var out struct {
		Data struct{ URLs []string }
	}
	const form = "--x\r\nContent-Disposition: form-data; name=\"singleFile\"; filename=\"a.gif\"\r\n\r\n" +
		"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00\x3b\r\n--x--\r\n"
	user.Do("POST", "/admin/upload/single/user_profile", form, "Content-Type", "multipart/form-data; boundary=x").Want(200).Into(&out)
	return out.Data.URLs[0]
}

// mediaFileCount returns how many files of users a data directory has.
func mediaFileCount(t *testing.T, dir string) int {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, "media"))
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// TestDeletedAccountLeavesOnlyItsComments searches the whole database, the data
// directory and public answers for what a deleted user wrote.
// rules accounts-delete, accounts-delete-rest, accounts-delete-mail, accounts-delete-within, comments-deleted-user
func TestDeletedAccountLeavesOnlyItsComments(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o)
		user, other := e.NewUser(nameTraceWord), e.NewUser("Bo")
		leaveTraces(t, user, other)
		storeRefundedOrder(t, e.App.DB(), user)
		e.WaitForMails(apptest.SupportEmail, 1)
		db := e.App.DB()
		if n := mediaFileCount(t, o.DataDir); n != 2 {
			t.Fatalf("the user has %d files", n)
		}
		err := db.Write(t.Context(), func(tx storage.Querier) error { // the update does what the job that indexes messages does
			_, err := tx.ExecContext(t.Context(), `UPDATE messages SET search_text = $1`, lineTraceWord)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, traceWord := range []string{nameTraceWord, lineTraceWord, letterTraceWord, reasonTraceWord, commentTraceWord, user.UserID} {
			if len(columnsContaining(t, db, traceWord)) == 0 {
				t.Fatalf("the search does not find %s", traceWord)
			}
		}
		user.Do("DELETE", "/user/account", passwordBody).Want(200)
		user.Do("GET", "/auth/me", nil).Want(401)
		apptest.Eventually(t, "the files are deleted", func() bool { return mediaFileCount(t, o.DataDir) == 0 })
		awaitDeletion(t, e, user.UserID)

		for _, traceWord := range []string{nameTraceWord, lineTraceWord, letterTraceWord, reasonTraceWord} {
			if found := columnsContaining(t, db, traceWord); len(found) > 0 {
				t.Errorf("%s is left in %v", traceWord, found)
			}
		}
		columns := columnsContaining(t, db, user.UserID)
		slices.Sort(columns)
		if !slices.Equal(columns, []string{"audit.actor_id", "audit.subject_id", "deleted_accounts.user_id"}) {
			t.Errorf("the user's id is left in %v", columns)
		}
		columns = columnsContaining(t, db, commentTraceWord)
		slices.Sort(columns)
		if !slices.Equal(columns, []string{"comments.body", "reports.body"}) { // the report of the other user keeps the text
			t.Errorf("the comment is left in %v", columns)
		}
		if n := countRows(t, db, "purchases p JOIN invoices i ON i.purchase_id = p.id WHERE p.amount = 100 AND p.status = 'refunded' AND i.content <> '' AND p.user_id IS NULL AND i.billed_to = ''"); n != 1 {
			t.Error("the order and its invoice have not stayed, detached")
		}
		checkNoPublicTraces(t, e, other)
		mails := e.WaitForMails(user.Email, 1)
		if len(mails) != 1 || mails[0].Subject != "Your account is deleted" || !strings.Contains(mails[0].HTML, "Your comments stay under the name Deleted user.") {
			t.Errorf("the mails are %q", mails)
		}
		e.Stop()
		checkNoTracesInFiles(t, o.DataDir)
	})
}

// checkNoPublicTraces checks that the likes and follows of the deleted user no longer count. The
// user's comments must stay, without an author.
func checkNoPublicTraces(t *testing.T, e *apptest.Env, other *apptest.Client) {
	t.Helper()
	comments := other.Do("GET", "/profile/20/comments", nil).Want(200).Body
	if strings.Count(comments, commentTraceWord) != 2 || strings.Count(comments, `"Deleted user"`) != 2 || strings.Contains(comments, nameTraceWord) {
		t.Errorf("the comments are %s", comments)
	}
	if strings.Count(comments, `"like_count":1`) != 1 { // the other user's like
		t.Errorf("the likes of comments are wrong: %s", comments)
	}
	for _, path := range []string{"/profile/20/activity", "/characters?search=" + nameTraceWord, "/characters", "/feeds"} {
		if body := e.NewVisitor().Do("GET", path, nil).Want(200).Body; strings.Contains(body, nameTraceWord) {
			t.Errorf("%s names the user", path)
		}
	}
	db := e.App.DB()
	if n := countRows(t, db, "social_counts WHERE character_id = 20 AND likes = 1 AND followers = 1 AND comments = 4"); n != 1 {
		t.Error("the counts differ from the rows")
	}
	for _, table := range []string{"conversations", "messages", "chat_usage", "deleted_sends", "chat_archives", "message_reports"} {
		if n := countRows(t, db, table); n != 0 {
			t.Errorf("%s keeps %d rows", table, n)
		}
	}
	var profile struct{ Stats struct{ Chats, Likes int } }
	other.Do("GET", "/profile/20", nil).Want(200).Into(&profile)
	if profile.Stats.Chats != 0 || profile.Stats.Likes != 1 {
		t.Errorf("the profile shows %+v", profile.Stats)
	}
}

// checkNoTracesInFiles checks that no file in the data directory contains words such as lineTraceWord,
// which only the deleted user wrote. The application must be stopped. Only the mail that confirms
// the deletion may contain nameTraceWord.
func checkNoTracesInFiles(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, f fs.DirEntry, err error) error {
		if err != nil || f.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		for _, traceWord := range []string{nameTraceWord, lineTraceWord, letterTraceWord, reasonTraceWord} {
			isNameInConfirmation := traceWord == nameTraceWord && filepath.Ext(path) == ".eml" && bytes.Contains(text, []byte("Your account is deleted"))
			if !isNameInConfirmation && bytes.Contains(bytes.ToLower(text), []byte(strings.ToLower(traceWord))) {
				t.Errorf("%s is left in %s", traceWord, filepath.Base(path))
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// userColumnName matches the names of columns that identify a user.
var userColumnName = regexp.MustCompile(`(^|_)(user|actor|author|subject|owner|account|reporter)(_id)?$|email|address`)

// userColumns has every column that userColumnName matches. The value is the reason why rows of a
// deleted user may stay, or "" if they must not stay.
var userColumns = map[string]string{
	"users.email": "", "users.email_key": "", "users.email_verified_at": "",
	"auth_sessions.user_id": "", "known_networks.user_id": "", "mail_links.user_id": "", "mail_links.email": "", "mail_links.email_key": "",
	"reset_codes.user_id": "", "identities.user_id": "", "identities.subject": "", "two_factor.user_id": "", "recovery_codes.user_id": "",
	"login_challenges.user_id": "", "login_challenges.subject": "", "pending_identities.user_id": "", "pending_identities.subject": "", "media_files.owner_id": "", "user_settings.user_id": "",
	"voice_recordings.user_id": "", "voice_recordings.owner": "", "voice_usage.user_id": "", "voice_settings.user_id": "", "memories.user_id": "", "memory_deleted.user_id": "", "memory_talks.user_id": "", "memory_summaries.user_id": "", "memory_settings.user_id": "", "conversations.user_id": "", "chat_usage.user_id": "", "deleted_sends.user_id": "", "message_reports.user_id": "", "messages.is_user": "", "messages.owner": "", "contact_messages.email": "", "contact_messages.subject": "",
	"character_likes.user_id": "", "character_follows.user_id": "", "comments.user_id": "", "comment_likes.user_id": "",
	"collection_lists.user_id": "", "collection_counts.user_id": "",
	"purchases.user_id": "", "reports.user_id": "", "reports.author_id": "", "notifications.user_id": "", "notifications.actor_id": "", "notice_versions.user_id": "", "notice_broadcasts.after_user": "",
	"deleted_accounts.user_id": "the id alone, to delete the account again after a restore",
	"audit.actor_id":           "append-only; the id means nothing any more", "audit.subject_id": "append-only; the id means nothing any more",
}

// TestEveryTableOfUsersIsEmptied puts a row of a user into every table for rows of users. A new
// table needs an entry in userColumns, and its room must delete the row.
// rule accounts-delete
func TestEveryTableOfUsersIsEmptied(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		db := e.App.DB()
		user, other := e.NewUser(nameTraceWord), e.NewUser("Bo")
		leaveTraces(t, user, other)
		storeRefundedOrder(t, e.App.DB(), user)
		id := user.UserID
		for _, row := range []string{
			`mail_links (token_hash, user_id, purpose, email, created_at, expires_at) VALUES ('a', '%s', 'verify', 'x@post.example', 1, 99999999999999)`,
			`reset_codes (user_id, code_hash, expires_at) VALUES ('%s', 'a', 99999999999999)`,
			`identities (issuer, subject, user_id, created_at) VALUES ('a', 'b', '%s', 1)`,
			`pending_identities (token_hash, user_id, issuer, subject, expires_at) VALUES ('a', '%s', 'a', 'b', 99999999999999)`,
			`two_factor (user_id, secret) VALUES ('%s', 'a')`,
			`recovery_codes (user_id, code_hash) VALUES ('%s', 'a')`,
			`login_challenges (token_hash, user_id, password_tag, expires_at) VALUES ('a', '%s', 'a', 99999999999999)`,
			`user_settings (user_id, updated_at) VALUES ('%s', 1)`,
			`notifications (id, user_id, actor_id, type, object_id, title, message, created_at) VALUES ('a', '%s', '', 'a', 'a', 'a', 'a', 1)`,
			`voice_usage (user_id, month, characters) VALUES ('%s', '2026-11', 1)`,
			`voice_settings (user_id, settings) VALUES ('%s', '{}')`,
			`memory_summaries (user_id, character_id, first_seq, last_seq, text, stale) VALUES ('%s', 20, 1, 2, 'zembrastine', FALSE)`,
			`memory_deleted (user_id, character_id, word_key, created_at) VALUES ('%s', 20, 'a', 1)`,
		} {
			execSQL(t, db, "INSERT INTO "+fmt.Sprintf(row, id))
		}
		var listedColumns []string
		for table, columns := range tableColumns(t, db) {
			for _, column := range columns {
				if !userColumnName.MatchString(column) {
					continue
				}
				listedColumns = append(listedColumns, table+"."+column)
				if _, known := userColumns[table+"."+column]; !known {
					t.Errorf("%s.%s is new: list it in userColumns, and let its room delete it", table, column)
				}
			}
		}
		user.Do("DELETE", "/user/account", passwordBody).Want(200)
		awaitDeletion(t, e, id)
		for name, reason := range userColumns {
			if !slices.Contains(listedColumns, name) {
				t.Errorf("%s is no column", name)
				continue
			}
			table, column, _ := strings.Cut(name, ".")
			if n := countRows(t, db, fmt.Sprintf("%s WHERE CAST(%s AS TEXT) = '%s'", table, column, id)); n > 0 && reason == "" {
				t.Errorf("%s keeps %d rows", name, n)
			}
		}
		for _, table := range []string{"mail_links", "reset_codes", "identities", "two_factor", "recovery_codes", "login_challenges", "user_settings"} {
			if n := countRows(t, db, table+" WHERE user_id = '"+id+"'"); n != 0 {
				t.Errorf("%s keeps %d rows", table, n)
			}
		}
	})
}
