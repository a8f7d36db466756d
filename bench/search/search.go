// Package search measures the catalogue. It loads generated characters into a database; each
// depends only on its number. Then it sends the requests of the catalogue page over HTTP, one after
// another. The catalogue service runs in this process.
package search

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"time"

	"colloquy/internal/catalogue"
	"colloquy/internal/core"
	"colloquy/internal/httpx"
	"colloquy/internal/storage"
)

// SeededPersonas is the number of characters of the seed (rule catalogue-numbers).
const SeededPersonas = 287

// Database is a database to measure.
type Database struct {
	Name    string
	Options storage.Options // name an empty database of PostgreSQL or, for SQLite, an empty directory
}

// Result is the result of MeasureSearch.
type Result struct {
	DatabaseName   string        // name of the database
	CharacterCount int           // number of characters
	LoadTime       time.Duration // time to load the characters into the database
	IndexBuildTime time.Duration // time of the first request, which builds the index
	IndexMiB       float64       // growth of the heap by the index
	Figures        []Figure
}

// Figure is the result for one kind of request, in milliseconds. Aim is the largest P99.
type Figure struct {
	Name                 string
	P50Millis, P99Millis float64
	P99AimMillis         float64
}

// MeasureSearch loads size generated characters into a database and measures every kind of request.
func MeasureSearch(ctx context.Context, p Database, size int, e Effort) (Result, error) {
	db, err := storage.Open(ctx, p.Options)
	if err != nil {
		return Result{}, err
	}
	defer db.Close()
	if _, err := db.Migrate(ctx); err != nil {
		return Result{}, err
	}
	service := catalogue.New(catalogue.Deps{DB: db, Access: freeAccess{}, Social: noNumbers{}, Clock: core.SystemClock{}})
	out := Result{DatabaseName: p.Name, CharacterCount: size}
	personas := GeneratePersonas(size)
	start := time.Now()
	if _, err := service.LoadPersonas(ctx, personas); err != nil {
		return out, err
	}
	out.LoadTime = time.Since(start)
	for i := range personas {
		personas[i].Topics, personas[i].Bio = nil, "" // the measured requests use only the other fields
	}
	server, err := startServer(service)
	if err != nil {
		return out, err
	}
	defer server.Close()
	bytesBefore := heapBytesAfterGC()
	start = time.Now()
	if err := server.getPath(ctx, "/tags"); err != nil {
		return out, err
	}
	out.IndexBuildTime = time.Since(start)
	out.IndexMiB = float64(heapBytesAfterGC()-bytesBefore) / (1 << 20)
	runtime.KeepAlive(personas)
	return out, server.measureRounds(ctx, personas, e, &out)
}

// LoadPersonas migrates a database and loads personas into it. The benchmark bench/growth calls
// LoadPersonas to prepare a database.
func LoadPersonas(ctx context.Context, o storage.Options, personas []core.Persona) error {
	db, err := storage.Open(ctx, o)
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.Migrate(ctx); err != nil {
		return err
	}
	_, err = catalogue.New(catalogue.Deps{DB: db, Access: freeAccess{}, Social: noNumbers{}, Clock: core.SystemClock{}}).LoadPersonas(ctx, personas)
	return err
}

func heapBytesAfterGC() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // a sync.Pool keeps its objects for one more collection
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// catalogueServer is a catalogue service behind an HTTP server, with a client for it.
type catalogueServer struct {
	*http.Server
	url    string
	client *http.Client
}

// routeTable returns the access table of the measured calls, with rate limits that the run does not
// reach.
func routeTable() httpx.RouteTable {
	var out httpx.RouteTable
	for _, path := range []string{"/characters", "/characters/groups", "/characters/id/{id}", "/categories", "/tags", "/profile/{id}", "/profile/{id}/similar"} {
		out = append(out, httpx.RouteRow{Method: "GET", Path: path, Caller: httpx.Anyone, Rate: httpx.Rate{N: 1 << 30, Period: time.Minute}})
	}
	return out
}

func startServer(room *catalogue.Service) (*catalogueServer, error) {
	api := httpx.New(httpx.Options{Auth: noSession{}, Clock: core.SystemClock{}, Log: slog.New(slog.DiscardHandler), Table: routeTable()})
	room.Routes(api)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &catalogueServer{
		Server: &http.Server{Handler: api.Handler(http.NotFoundHandler()), ReadHeaderTimeout: time.Minute},
		url:    "http://" + l.Addr().String() + "/api", client: &http.Client{Timeout: time.Minute},
	}
	go func() {
		if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			panic(err) // the benchmark cannot continue without the server
		}
	}()
	return s, nil
}

func (s *catalogueServer) getPath(ctx context.Context, path string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+path, http.NoBody)
	if err != nil {
		return err
	}
	r.Header.Set("Accept-Encoding", "gzip") // as browsers send; the response is not decompressed
	resp, err := s.client.Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %d", path, resp.StatusCode)
	}
	return nil
}
