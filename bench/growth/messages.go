package main

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"

	"colloquy/bench/growth/fill"
	"colloquy/bench/people"
	"colloquy/internal/llm/fake"
	"colloquy/internal/storage"
)

// ordinaryUserCount is the number of signed-in users with 100 messages each. The measured sends alternate
// between these users, because the server allows a user only 20 messages a minute.
const ordinaryUserCount = 50

// measureMessages fills the database with messages and measures the calls that read and write
// them.
func (m *measurement) measureMessages(ctx context.Context) error {
	model := httptest.NewServer(&fake.Server{})
	defer model.Close()
	m.modelAddr = model.URL
	m.printProgress("users")
	list, err := people.Register(ctx, m.dbOptions, 1+ordinaryUserCount)
	if err != nil {
		return err
	}
	if err := m.seedCharacters(ctx); err != nil {
		return err
	}
	sampleRows, err := m.fillMessages(ctx, list)
	if err != nil {
		return err
	}
	process, healthTime, listTime, err := m.startServer(ctx)
	if err != nil {
		return err
	}
	defer process.Stop()
	m.figures.add("start to the health check", "ms", millis(healthTime), 0)
	m.figures.add("start to the list of characters", "ms", millis(listTime), 0)
	if err := m.measureCalls(ctx, messageCalls(list[0], list[1:], sampleRows)); err != nil {
		return err
	}
	memory, err := process.Memory()
	m.figures.add("resident memory after the calls", "MiB", float64(memory.ResidentBytes)/(1<<20), 0)
	return err
}

// fillMessages inserts the rows and adds the size of the database to the figures. list[0] is the
// heavy user.
func (m *measurement) fillMessages(ctx context.Context, list []people.Person) (fill.SampleRows, error) {
	db, err := storage.Open(ctx, m.dbOptions)
	if err != nil {
		return fill.SampleRows{}, err
	}
	defer db.Close()
	users := fill.Users{HeavyUserID: list[0].ID}
	for _, p := range list[1:] {
		users.OrdinaryUserIDs = append(users.OrdinaryUserIDs, p.ID)
	}
	sampleRows, err := fill.Fill(ctx, db, users, m.rowCount, m.printProgress)
	if err != nil {
		return sampleRows, err
	}
	bytes, err := databaseBytes(ctx, db, m.dbOptions.DataDir)
	m.figures.add("size of the database, a message", "bytes", float64(bytes)/float64(m.rowCount), 0)
	return sampleRows, err
}

// databaseBytes returns the size of the database on disk. On SQLite it does not count the WAL.
func databaseBytes(ctx context.Context, db *storage.DB, dir string) (int64, error) {
	if db.Engine() == storage.Postgres {
		var n int64
		err := db.Reader().QueryRowContext(ctx, `SELECT pg_database_size(current_database())`).Scan(&n)
		return n, err
	}
	info, err := os.Stat(filepath.Join(dir, storage.SQLiteFile))
	if err != nil {
		return 0, errors.Join(errors.New("size of the database"), err)
	}
	return info.Size(), nil
}

// messageCalls returns the measured calls. Most names begin with the caller: "heavy user", or
// "user" for an ordinary one.
func messageCalls(heavy people.Person, ordinary []people.Person, f fill.SampleRows) []call {
	heavyUserCall := func(name, path string) call {
		return call{name, func(int) request { return request{method: "GET", path: path, token: heavy.Token} }}
	}
	ordinaryUserCall := func(name, path string) call {
		return call{name, func(n int) request {
			return request{method: "GET", path: path, token: ordinary[n%len(ordinary)].Token}
		}}
	}
	return []call{
		heavyUserCall("heavy user: search, frequent word", "/messages/search?q="+fill.FrequentWord),
		heavyUserCall("heavy user: search, rare word", "/messages/search?q="+fill.RareWord),
		ordinaryUserCall("user: search, rare word", "/messages/search?q="+fill.RareWord),
		heavyUserCall("heavy user: history, newest page", "/messages/"+f.HeavyUserTalkID),
		heavyUserCall("heavy user: history, a page in the middle", "/messages/"+f.HeavyUserTalkID+"?before="+f.HeavyUserMessageID),
		{"user: history, newest page", func(n int) request {
			i := n % len(ordinary)
			return request{method: "GET", path: "/messages/" + f.OrdinaryTalks[i], token: ordinary[i].Token}
		}},
		heavyUserCall("heavy user: sidebar", "/sessions?limit=30"),
		ordinaryUserCall("user: sidebar", "/sessions?limit=30"),
		heavyUserCall("heavy user: list of chats", "/user/chats"),
		ordinaryUserCall("user: list of chats", "/user/chats"),
		ordinaryUserCall("comments of a popular character", "/profile/"+f.PopularSlug+"/comments"),
		heavyUserCall("heavy user: notices", "/user/notifications"),
		ordinaryUserCall("user: notices", "/user/notifications"),
		{"user: send, until acknowledged", func(n int) request {
			i := n % len(ordinary)
			body := map[string]string{"content": "Tell me about the evening of that day.", "client_id": fmt.Sprintf("user-%d-growth", n)}
			return request{method: "POST", path: "/messages/" + f.OrdinaryTalks[i] + "/stream", token: ordinary[i].Token, body: body}
		}},
	}
}
