package billing

import (
	"fmt"
	"time"
)

type planIn struct {
	ID          string `path:"id"`
	CharacterID string `query:"characterId" doc:"A character's id, slug or character_id: is_free and expiry_at are then its own"`
}

type planJSON struct {
	ID       int        `json:"id"`
	PlanName string     `json:"plan_name"`
	Amount   string     `json:"amount" doc:"A decimal with two places"`
	Currency string     `json:"currency"`
	MetaData string     `json:"meta_data" doc:"A JSON object: title, sub_title, description, sub_description"`
	IsFree   bool       `json:"is_free"`
	ExpiryAt *time.Time `json:"expiry_at" nullable:"true"`
}

type planOut struct {
	Body struct {
		Data planJSON `json:"data"`
	}
}

func toPlanJSON(p Plan, meta string, g Grant) planJSON {
	return planJSON{
		ID: p.ID, PlanName: p.Name, Amount: fmt.Sprintf("%d.%02d", p.Amount/100, p.Amount%100), Currency: p.Currency,
		MetaData: meta, IsFree: g.IsFree, ExpiryAt: g.ExpiryAt,
	}
}
