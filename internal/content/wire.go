package content

import "time"

// Requests and responses of the API calls.

type sectionJSON[C, K any] struct {
	ID           int               `json:"id"`
	SectionKey   string            `json:"section_key"`
	SectionName  string            `json:"section_name"`
	SectionType  string            `json:"section_type"`
	Title        string            `json:"title"`
	Subtitle     string            `json:"subtitle"`
	Description  string            `json:"description"`
	CTAText      string            `json:"cta_text"`
	CTALink      string            `json:"cta_link"`
	ImageURL     string            `json:"image_url"`
	ImageAlt     string            `json:"image_alt"`
	VideoURL     string            `json:"video_url"`
	IsActive     int               `json:"is_active" enum:"0,1"`
	DisplayOrder int               `json:"display_order"`
	MetaData     SectionMeta[C, K] `json:"meta_data"`
	CreatedAt    time.Time         `json:"created_at"`
	UpdatedAt    time.Time         `json:"updated_at"`
}

func toSectionJSON[C, K any](section ShownSection[C, K]) sectionJSON[C, K] {
	out := sectionJSON[C, K]{
		ID: section.ID, SectionKey: section.Key, SectionName: section.Name, SectionType: section.Type, Title: section.Title, Subtitle: section.Subtitle,
		Description: section.Description, CTAText: section.CTAText, CTALink: section.CTALink, ImageURL: section.ImageURL, ImageAlt: section.ImageAlt,
		VideoURL: section.VideoURL, DisplayOrder: section.DisplayOrder, MetaData: section.Meta, CreatedAt: section.CreatedAt, UpdatedAt: section.UpdatedAt,
	}
	if section.IsActive {
		out.IsActive = 1
	}
	return out
}

type sectionsOut[C, K any] struct{ Body []sectionJSON[C, K] }

type sectionOut[C, K any] struct{ Body sectionJSON[C, K] }

type sectionIDIn struct {
	ID string `path:"id"`
}

type keyIn struct {
	Key string `path:"key"`
}

// FeedJSON is an article in lists. It is exported because huma describes embedded
// structs only if they are exported.
type FeedJSON struct {
	ID          int    `json:"id"`
	Title       string `json:"title"`
	Subtitle    string `json:"subtitle"`
	Description string `json:"description"`
	ImageURL    string `json:"imageUrl"`
	ImageAlt    string `json:"imageAlt"`
	URLSlug     string `json:"url_slug"`
	Date        string `json:"date" format:"date"`
}

func toFeedJSON(a Article) FeedJSON {
	return FeedJSON{a.ID, a.Title, a.Subtitle, a.Description, a.ImageURL, a.ImageAlt, a.Slug, a.Date}
}

func toFeedsJSON(list []Article) []FeedJSON {
	out := make([]FeedJSON, len(list))
	for i, a := range list {
		out[i] = toFeedJSON(a)
	}
	return out
}

type feedsOut struct {
	Body struct {
		Data []FeedJSON `json:"data" nullable:"false"`
	}
}

type slugIn struct {
	Slug string `path:"url_slug"`
}

type articleJSON struct {
	FeedJSON
	Sections      []Block    `json:"sections" nullable:"false"`
	OtherArticles []FeedJSON `json:"more" nullable:"false"`
}

type articleOut struct{ Body articleJSON }

type pageJSON struct {
	Key       string  `json:"key"`
	Title     string  `json:"title"`
	Intro     string  `json:"intro"`
	Effective string  `json:"effective" doc:"YYYY-MM-DD, or empty"`
	Sections  []Block `json:"sections" nullable:"false"`

	SupportEmail string `json:"supportEmail,omitempty" doc:"On contact-us alone"`
	Address      string `json:"address,omitempty" doc:"The operator's postal address, if it is set. Only the page contact-us has it"`
}

type pageOut struct{ Body pageJSON }

type helpJSON struct {
	Help
	SupportEmail string `json:"support_email"`
	SupportPhone string `json:"support_phone,omitempty" doc:"If the operator has one"`
}

type helpOut struct{ Body helpJSON }

// contactPage is the key of the page with the contact details of the operator.
const contactPage = "contact-us"

// thanksText is what the API answers after a letter was accepted. The contact form of the web app
// shows its own copy of this text (rule contact-thanks).
const thanksText = "Thank you for your message!"

type contactIn struct {
	Body struct {
		_       struct{} `additionalProperties:"true"`
		Name    string   `json:"name,omitempty"`
		Email   string   `json:"email,omitempty"`
		Subject string   `json:"subject,omitempty"`
		Message string   `json:"message,omitempty"`
		Website string   `json:"website,omitempty" doc:"A field that the form hides. A letter that fills it in is refused as automatic and may be sent again."`
	}
}

type contactOut struct {
	Body struct {
		Success bool   `json:"success"`
		Message string `json:"message"`
	}
}
