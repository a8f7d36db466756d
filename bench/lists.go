package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"testing/fstest"
	"time"

	"colloquy/bench/account"
	"colloquy/bench/api"
	"colloquy/bench/people"
	"colloquy/bench/search"
	"colloquy/internal/app"
	"colloquy/internal/config"
	"colloquy/internal/core"
	"colloquy/internal/core/clocktest"
	"colloquy/internal/storage"
)

// phaseLists is the value of the flag -only for the lists of the account area.
const phaseLists = "lists"

// longLists are all measured lists.
var longLists = []account.MeasuredList{account.ChatList, account.FavoriteList, account.NoticeList, account.OrderList, account.ReplyList}

const (
	maxListMillis        = 20  // aim: the largest p99 of a call
	requestsPerCall      = 200 // of each call
	quickRequestsPerCall = 50  // of each call, with -quick
	// callsPerMinute is how many requests are made in a minute of the server's clock. It is
	// below the rate limit of every measured call.
	callsPerMinute = 50
)

// measureLists measures the lists of one user on SQLite and PostgreSQL.
func measureLists(ctx context.Context, o options, out io.Writer) error {
	requestCount := requestsPerCall
	if o.isQuick {
		requestCount = quickRequestsPerCall
	}
	return onBothEngines(ctx, "Lists", out, func(s *inProcessServer) error {
		fmt.Fprintf(out, "\nLists of one user, %s\n%-36s%10s%10s   %s\n", s.app.DB().Engine(), "", "p50, ms", "p99, ms", "aim")
		for _, list := range longLists {
			if err := s.measureList(ctx, list, requestCount, out); err != nil {
				return fmt.Errorf("%s: %w", list.Name, err)
			}
		}
		return nil
	})
}

// onBothEngines calls fn with a server on SQLite and then with one on PostgreSQL. Each server has a
// new database. subject says what fn measures. If PostgreSQL cannot be started, onBothEngines
// prints subject and the error.
func onBothEngines(ctx context.Context, subject string, out io.Writer, fn func(*inProcessServer) error) error {
	for _, engine := range []storage.Engine{storage.SQLite, storage.Postgres} {
		err := withDatabase(engine, subject, out, func(dbOptions storage.Options) error {
			s, err := startInProcessServer(ctx, dbOptions)
			if err != nil {
				return err
			}
			defer s.close()
			return fn(s)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// inProcessServer is the application behind an HTTP server in this process, with a signed-in user.
// Its clock is advanced between requests, so that no rate limit is reached.
type inProcessServer struct {
	app        *app.App
	httpServer *httptest.Server
	clock      *clocktest.Clock
	personas   []core.Persona
	token      string
	userID     string
}

func startInProcessServer(ctx context.Context, dbOptions storage.Options) (*inProcessServer, error) {
	s := &inProcessServer{clock: clocktest.At(time.Now()), personas: search.GeneratePersonas(account.CharacterCount)}
	var err error
	s.app, err = app.New(ctx, app.Options{
		Config: config.Config{DataDir: dbOptions.DataDir, DatabaseURL: config.Secret(dbOptions.URL)}, Clock: s.clock,
		HashMemoryKiB: people.CheapHashKiB, Personas: s.personas, Log: slog.New(slog.DiscardHandler),
		Dist: fstest.MapFS{"index.html": {Data: []byte("<!doctype html><title>Colloquy</title>")}},
	})
	if err != nil {
		return nil, err
	}
	s.httpServer = httptest.NewServer(s.app.Handler())
	if err := s.registerAndLogin(ctx); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *inProcessServer) close() {
	s.httpServer.Close()
	if err := s.app.Close(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
	}
}

func (s *inProcessServer) registerAndLogin(ctx context.Context) error {
	const email = "lists@post.example"
	in := map[string]any{"name": "Lists", "email": email, "password": people.Password}
	if err := api.Call(ctx, http.MethodPost, s.httpServer.URL+"/api/auth/register", "", in, &struct{}{}); err != nil {
		return err
	}
	var out struct {
		Token string
		User  struct{ ID string }
	}
	err := api.Call(ctx, http.MethodPost, s.httpServer.URL+"/api/auth/login", "", in, &out)
	s.token, s.userID = out.Token, out.User.ID
	return err
}

// measureList inserts the rows of a list and prints the durations of the calls that read it.
func (s *inProcessServer) measureList(ctx context.Context, list account.MeasuredList, requestCount int, out io.Writer) error {
	err := s.app.DB().Write(ctx, func(tx storage.Querier) error { return list.Fill(ctx, tx, s.userID, s.personas) })
	if err != nil {
		return err
	}
	if s.app.DB().Engine() == storage.Postgres { // a PostgreSQL server vacuums by itself within minutes
		if _, err := s.app.DB().Reader().ExecContext(ctx, `VACUUM ANALYZE`); err != nil {
			return err
		}
	}
	for _, c := range list.Calls {
		if err := s.measureCall(ctx, list.Name+", "+c.Name, c.Path, maxListMillis, requestCount, out); err != nil {
			return err
		}
	}
	return nil
}

// measureCall makes a call requestCount times, and prints the median and the 99th percentile of the
// durations. aim is the largest allowed 99th percentile in ms.
func (s *inProcessServer) measureCall(ctx context.Context, name, path string, aim, requestCount int, out io.Writer) error {
	durations := make([]float64, 0, requestCount)
	for i := range requestCount {
		if i%callsPerMinute == 0 {
			s.clock.Advance(time.Minute)
		}
		start := time.Now()
		if err := api.Call(ctx, http.MethodGet, s.httpServer.URL+"/api"+path, s.token, nil, &struct{}{}); err != nil {
			return err
		}
		durations = append(durations, millis(time.Since(start)))
	}
	slices.Sort(durations)
	p50, p99 := durations[len(durations)/2], durations[len(durations)*99/100]
	verdict := "held"
	if p99 > float64(aim) {
		verdict = "MISSED"
	}
	fmt.Fprintf(out, "%-36s%10.2f%10.2f   < %d: %s\n", name, p50, p99, aim, verdict)
	return nil
}
