package app

import (
	"context"
	"fmt"
	"iter"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"

	"colloquy/internal/config"
	"colloquy/internal/llm"
	"colloquy/internal/obs"
)

// traceFlushTimeout is how long the shutdown waits until the last spans are sent.
const traceFlushTimeout = 3 * time.Second

// openTraces returns Spans that are sent to the collector of the configuration, and a
// function that sends the last spans. Without a collector both do nothing (rule
// operations-traces).
func openTraces(ctx context.Context, c config.Config, version string) (*obs.Spans, func(), error) {
	if c.TraceURL == "" {
		return nil, func() {}, nil
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(c.TraceURL))
	if err != nil {
		return nil, nil, fmt.Errorf("traces: %w", err)
	}
	serviceResource := resource.NewSchemaless(attribute.String("service.name", "colloquy"), attribute.String("service.version", version))
	provider := trace.NewTracerProvider(trace.WithBatcher(exporter), trace.WithResource(serviceResource), trace.WithSampler(trace.TraceIDRatioBased(c.TraceShare)))
	return obs.NewSpans(provider), func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), traceFlushTimeout)
		defer cancel()
		_ = provider.Shutdown(ctx) // the context has a timeout, so an unreachable collector does not delay the shutdown
	}, nil
}

// taskNames are the names of tasks in spans.
var taskNames = map[llm.Task]string{llm.Reply: "reply", llm.Suggest: "suggestions", llm.Note: "note"}

// tracedStream calls a model and records a span of the call: its provider, its task and its
// first piece.
func tracedStream(ctx context.Context, spans *obs.Spans, p llm.Provider, req llm.Request) iter.Seq2[llm.Delta, error] {
	if spans == nil {
		return p.Stream(ctx, req)
	}
	return func(yield func(llm.Delta, error) bool) {
		ctx, span := spans.Start(ctx, "model "+taskNames[req.Task], false)
		span.AddText("provider", p.Name())
		var failure error
		defer func() { span.End(failure) }()
		isFirst := true
		for d, err := range p.Stream(ctx, req) {
			failure = err
			if isFirst && d.Text != "" {
				isFirst = false
				span.AddEvent("first piece")
			}
			if !yield(d, err) {
				return
			}
		}
	}
}
