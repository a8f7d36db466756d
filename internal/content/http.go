package content

import (
	"context"
	"net/http"
	"strconv"

	"colloquy/internal/httpx"
)

const tag = "Content"

// Routes registers the calls of articles, static pages and letters.
func (s *Service) Routes(api *httpx.API) {
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/feeds", ID: "listFeeds", Summary: "The articles, the newest first", Tag: tag}, s.handleArticles)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/feeds/{url_slug}", ID: "getFeed", Summary: "One article with its text", Tag: tag}, s.handleArticle)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/pages/{key}", ID: "getPage", Summary: "A static page", Tag: tag}, s.handlePage)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/help", ID: "getHelp", Summary: "Questions, contacts, hours and resources of Help & Support", Tag: tag}, s.handleHelp)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/contact", ID: "contact", Summary: "Write to support", Tag: tag, Status: http.StatusCreated}, s.handleContact)
}

func (s *Service) handleArticles(ctx context.Context, _ *struct{}) (*feedsOut, error) {
	list, err := s.Articles(ctx)
	if err != nil {
		return nil, err
	}
	out := &feedsOut{}
	out.Body.Data = toFeedsJSON(list)
	return out, nil
}

func (s *Service) handleArticle(ctx context.Context, in *slugIn) (*articleOut, error) {
	article, more, err := s.ArticleAndOthers(ctx, in.Slug)
	if err != nil {
		return nil, err
	}
	return &articleOut{articleJSON{toFeedJSON(article), article.Sections, toFeedsJSON(more)}}, nil
}

// handlePage answers a static page. The answer for Contact Us also has the addresses that the
// operator has set (rule contact-reach).
func (s *Service) handlePage(ctx context.Context, in *keyIn) (*pageOut, error) {
	p, err := s.Page(ctx, in.Key)
	if err != nil {
		return nil, err
	}
	out := &pageOut{pageJSON{Key: p.Key, Title: p.Title, Intro: p.Intro, Effective: p.EffectiveDate, Sections: p.Sections}}
	if p.Key == contactPage {
		out.Body.SupportEmail, out.Body.Address = s.SupportEmail, s.BusinessAddress
	}
	return out, nil
}

// handleHelp answers Help & Support. Rules help-content, help-contacts.
func (s *Service) handleHelp(ctx context.Context, _ *struct{}) (*helpOut, error) {
	h, err := s.Help(ctx)
	if err != nil {
		return nil, err
	}
	return &helpOut{helpJSON{Help: h, SupportEmail: s.SupportEmail, SupportPhone: s.SupportPhone}}, nil
}

func (s *Service) handleContact(ctx context.Context, in *contactIn) (*contactOut, error) {
	b := in.Body
	if err := checkHoneypot(b.Website); err != nil {
		return nil, err
	}
	if err := s.ReceiveLetter(ctx, httpx.Network(ctx), Letter{b.Name, b.Email, b.Subject, b.Message}); err != nil {
		return nil, err
	}
	out := &contactOut{}
	out.Body.Success, out.Body.Message = true, thanksText
	return out, nil
}

// Routes registers the calls of the sections.
func (h *Home[C, K]) Routes(api *httpx.API) {
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/admin/web-settings", ID: "listSections", Summary: "The sections of the home page", Tag: tag}, h.handleSections)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/admin/web-settings/id/{id}", ID: "getSection", Summary: "One section by its id", Tag: tag}, h.handleSectionByID)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/admin/web-settings/key/{key}", ID: "getSectionByKey", Summary: "One section by its key", Tag: tag}, h.handleSectionByKey)
}

func (h *Home[C, K]) handleSections(ctx context.Context, _ *struct{}) (*sectionsOut[C, K], error) {
	list, err := h.Sections(ctx, httpx.Actor(ctx).UserID)
	if err != nil {
		return nil, err
	}
	out := &sectionsOut[C, K]{Body: make([]sectionJSON[C, K], len(list))}
	for i, c := range list {
		out.Body[i] = toSectionJSON(c)
	}
	return out, nil
}

func (h *Home[C, K]) handleSectionByID(ctx context.Context, in *sectionIDIn) (*sectionOut[C, K], error) {
	id, err := strconv.Atoi(in.ID)
	if err != nil {
		return nil, errNoSection
	}
	c, err := h.SectionByID(ctx, httpx.Actor(ctx).UserID, id)
	if err != nil {
		return nil, err
	}
	return &sectionOut[C, K]{toSectionJSON(c)}, nil
}

func (h *Home[C, K]) handleSectionByKey(ctx context.Context, in *keyIn) (*sectionOut[C, K], error) {
	c, err := h.SectionByKey(ctx, httpx.Actor(ctx).UserID, in.Key)
	if err != nil {
		return nil, err
	}
	return &sectionOut[C, K]{toSectionJSON(c)}, nil
}
