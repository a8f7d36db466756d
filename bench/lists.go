package main

import (
	"context"
	"errors"
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
	"colloquy/bench/search"
	"colloquy/internal/app"
	"colloquy/internal/config"
	"colloquy/internal/core"
	"colloquy/internal/core/clocktest"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// phaseLists measures only the lists of the account area.
const phaseLists = "lists"

// longLists are all measured lists.
var longLists = []account.List{account.Chats, account.Favorites, account.Notices, account.Orders, account.Replies}

const (
	listAim        = 20  // largest p99 of a call, in milliseconds
	listTimes      = 200 // requests of each call
	quickListTimes = 50
	// callsPerMinute is below the rate limit of every measured call.
	callsPerMinute = 50
)

// lists measures the lists of one user on SQLite and PostgreSQL.
func lists(ctx context.Context, o options, out io.Writer) error {
	times := listTimes
	if o.quick {
		times = quickListTimes
	}
	for _, engine := range []storage.Engine{storage.SQLite, storage.Postgres} {
		if err := listsOn(ctx, engine, times, out); err != nil {
			return err
		}
	}
	return nil
}

func listsOn(ctx context.Context, engine storage.Engine, times int, out io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "colloquy-bench-lists-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	place := storage.Options{DataDir: dir}
	if engine == storage.Postgres {
		var drop func() error
		if place, drop, err = dbtest.Throwaway(dir); err != nil {
			fmt.Fprintf(out, "\nLists on PostgreSQL were not measured: %v\n", err)
			return nil
		}
		defer func() { err = errors.Join(err, drop()) }()
	}
	s, err := startListServer(ctx, place)
	if err != nil {
		return err
	}
	defer s.close()
	fmt.Fprintf(out, "\nLists of one user, %s\n%-36s%10s%10s   %s\n", engine, "", "p50, ms", "p99, ms", "aim")
	for _, list := range longLists {
		if err := s.measure(ctx, list, times, out); err != nil {
			return fmt.Errorf("%s: %w", list.Name, err)
		}
	}
	return nil
}

// listServer is the application in this process, behind an HTTP server, with a signed-in
// user. Its clock is advanced between the requests, so that no rate limit is reached.
type listServer struct {
	app    *app.App
	http   *httptest.Server
	clock  *clocktest.Clock
	people []core.Persona
	token  string
	userID string
}

func startListServer(ctx context.Context, place storage.Options) (*listServer, error) {
	s := &listServer{clock: clocktest.At(time.Now()), people: search.Personas(account.Characters)}
	var err error
	s.app, err = app.New(ctx, app.Options{
		Config: config.Config{DataDir: place.DataDir, DatabaseURL: config.Secret(place.URL)}, Clock: s.clock,
		HashMemory: cheapHashKiB, Personas: s.people, Log: slog.New(slog.DiscardHandler),
		Dist: fstest.MapFS{"index.html": {Data: []byte("<!doctype html><title>Colloquy</title>")}},
	})
	if err != nil {
		return nil, err
	}
	s.http = httptest.NewServer(s.app.Handler())
	if err := s.signIn(ctx); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *listServer) close() {
	s.http.Close()
	if err := s.app.Close(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
	}
}

func (s *listServer) signIn(ctx context.Context) error {
	const email = "lists@post.example"
	in := map[string]any{"name": "Lists", "email": email, "password": password}
	if err := call(ctx, http.MethodPost, s.http.URL+"/api/auth/register", "", in, &struct{}{}); err != nil {
		return err
	}
	var out struct {
		Token string
		User  struct{ ID string }
	}
	err := call(ctx, http.MethodPost, s.http.URL+"/api/auth/login", "", in, &out)
	s.token, s.userID = out.Token, out.User.ID
	return err
}

// measure fills a list and prints the durations of its calls.
func (s *listServer) measure(ctx context.Context, list account.List, times int, out io.Writer) error {
	err := s.app.DB().Write(ctx, func(tx storage.Querier) error { return list.Fill(ctx, tx, s.userID, s.people) })
	if err != nil {
		return err
	}
	if s.app.DB().Engine() == storage.Postgres { // which does this by itself within minutes
		if _, err := s.app.DB().Reader().ExecContext(ctx, `VACUUM ANALYZE`); err != nil {
			return err
		}
	}
	for _, c := range list.Calls {
		took := make([]float64, 0, times)
		for i := range times {
			if i%callsPerMinute == 0 {
				s.clock.Advance(time.Minute)
			}
			begun := time.Now()
			if err := call(ctx, http.MethodGet, s.http.URL+"/api"+c.Path, s.token, nil, &struct{}{}); err != nil {
				return err
			}
			took = append(took, millis(time.Since(begun)))
		}
		reportList(out, list.Name+", "+c.Name, took)
	}
	return nil
}

func reportList(out io.Writer, name string, took []float64) {
	slices.Sort(took)
	p50, p99 := took[len(took)/2], took[len(took)*99/100]
	verdict := "held"
	if p99 > listAim {
		verdict = "MISSED"
	}
	fmt.Fprintf(out, "%-36s%10.2f%10.2f   < %d: %s\n", name, p50, p99, listAim, verdict)
}
