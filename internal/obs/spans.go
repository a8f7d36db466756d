package obs

import (
	"context"
	"errors"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// Spans records how long parts of a request take, as OpenTelemetry spans. A span contains names,
// route templates, numbers and names of providers. It contains no texts, and no addresses or ids of
// users. The methods of a nil Spans do nothing. Rule operations-traces.
type Spans struct{ tracer trace.Tracer }

// NewSpans returns Spans that record with the tracer "colloquy" of p.
func NewSpans(p trace.TracerProvider) *Spans { return &Spans{p.Tracer("colloquy")} }

// Span is one recorded part of a request. The methods of a nil Span do nothing.
type Span struct{ span trace.Span }

// Start begins a span as a child of the span in ctx. server is true for the span of a
// request from a client.
func (s *Spans) Start(ctx context.Context, name string, server bool) (context.Context, *Span) {
	if s == nil {
		return ctx, nil
	}
	kind := trace.SpanKindInternal
	if server {
		kind = trace.SpanKindServer
	}
	ctx, span := s.tracer.Start(ctx, name, trace.WithSpanKind(kind))
	return ctx, &Span{span}
}

// Rename changes the name of the span. The route of a request is known only at its end.
func (s *Span) Rename(name string) {
	if s != nil {
		s.span.SetName(name)
	}
}

// AddText adds an attribute with a text. The text must not come from users; it is, for
// example, the name of a provider.
func (s *Span) AddText(key, value string) {
	if s != nil {
		s.span.SetAttributes(attribute.String(key, value))
	}
}

// AddNumber adds an attribute with a number.
func (s *Span) AddNumber(key string, value int) {
	if s != nil {
		s.span.SetAttributes(attribute.Int(key, value))
	}
}

// AddEvent adds an event, which marks a moment within the span.
func (s *Span) AddEvent(name string) {
	if s != nil {
		s.span.AddEvent(name)
	}
}

// End ends the span. An error other than context.Canceled marks the span as failed. The text of err
// may be private, so it is not recorded.
func (s *Span) End(err error) {
	if s == nil {
		return
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		s.span.SetStatus(codes.Error, "failed")
	}
	s.span.End()
}
