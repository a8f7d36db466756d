package billing

import (
	"context"
	"strconv"

	"colloquy/internal/httpx"
	"colloquy/internal/storage"
)

// Routes registers the calls of the service. Rule payment-plan-answer.
func (s *Service) Routes(api *httpx.API) {
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/admin/plans/{id}", ID: "getPlan", Summary: "A plan, and what it means for a character", Tag: "Payment"}, s.handlePlan)
}

func (s *Service) handlePlan(ctx context.Context, in *planIn) (*planOut, error) {
	id, err := strconv.Atoi(in.ID)
	if err != nil {
		return nil, errNoPlan
	}
	plan, err := s.Plan(ctx, id)
	if err != nil {
		return nil, err
	}
	var grant Grant
	if in.CharacterID != "" {
		if grant, err = s.deps.Access.Grant(ctx, httpx.Actor(ctx).UserID, in.CharacterID); err != nil {
			return nil, err
		}
	}
	meta, err := storage.JSON(plan.Meta)
	if err != nil {
		return nil, err
	}
	out := &planOut{}
	out.Body.Data = toPlanJSON(plan, meta, grant)
	return out, nil
}
