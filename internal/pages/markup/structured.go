package markup

import "encoding/json"

// schemaObject is a JSON-LD object in the vocabulary of schema.org.
type schemaObject map[string]any

// fictionalCharacterURL is the additional type of a Person who never lived, because
// schema.org has no type for it (rule content-fictional-marked).
const fictionalCharacterURL = "https://www.wikidata.org/wiki/Q95074"

// structuredData returns the JSON-LD of the page. The encoder sorts the keys, so the same
// head always gives the same text. Rule content-heads.
func (h Head) structuredData() []byte {
	graph := []schemaObject{h.organization()}
	switch h.Kind {
	case Home:
		graph = append(graph, h.website())
	case Profile:
		graph = append(graph, h.pageObject("ProfilePage", schemaObject{"mainEntity": h.person()}))
	case Post:
		graph = append(graph, h.article())
	case Collection:
		graph = append(graph, h.pageObject("CollectionPage", nil))
	case About:
		graph = append(graph, h.pageObject("AboutPage", nil))
	case Contact:
		graph = append(graph, h.pageObject("ContactPage", nil))
	default:
		graph = append(graph, h.pageObject("WebPage", nil))
	}
	if len(h.Breadcrumbs) > 0 {
		graph = append(graph, h.breadcrumbs())
	}
	text, err := json.Marshal(schemaObject{"@context": "https://schema.org", "@graph": graph})
	if err != nil {
		return []byte("{}") // never happens: maps of strings and numbers can always be encoded
	}
	return text
}

func (h Head) organizationID() string { return h.BaseURL + "/#organization" }

func (h Head) organization() schemaObject {
	return schemaObject{"@type": "Organization", "@id": h.organizationID(), "name": SiteName, "url": h.BaseURL + "/", "logo": h.BaseURL + "/favicon.svg"}
}

func (h Head) website() schemaObject {
	return schemaObject{
		"@type": "WebSite", "@id": h.BaseURL + "/#website", "name": SiteName, "url": h.BaseURL + "/",
		"description": oneLine(h.Description), "publisher": schemaObject{"@id": h.organizationID()}, "inLanguage": "en",
		"potentialAction": schemaObject{
			"@type":       "SearchAction",
			"target":      schemaObject{"@type": "EntryPoint", "urlTemplate": h.BaseURL + "/characters?categories={search_term_string}"},
			"query-input": "required name=search_term_string",
		},
	}
}

// pageObject returns the object of a page of any kind except Home and Post. extra has further
// properties.
func (h Head) pageObject(kind string, extra schemaObject) schemaObject {
	out := schemaObject{
		"@type": kind, "@id": h.BaseURL + h.Path, "url": h.BaseURL + h.Path, "name": oneLine(h.Title),
		"inLanguage": "en", "publisher": schemaObject{"@id": h.organizationID()},
	}
	if text := oneLine(h.Description); text != "" {
		out["description"] = text
	}
	for name, value := range extra {
		out[name] = value
	}
	return out
}

func (h Head) person() schemaObject {
	p := schemaObject{
		"@type": "Person", "name": oneLine(h.Person.Name), "description": oneLine(h.Person.KnownFor),
		"image": h.BaseURL + h.Person.Picture,
	}
	if h.Person.IsFictional {
		p["additionalType"] = fictionalCharacterURL
		p["disambiguatingDescription"] = "A fictional character"
	}
	return p
}

func (h Head) article() schemaObject {
	out := schemaObject{
		"@type": "Article", "@id": h.BaseURL + h.Path, "mainEntityOfPage": h.BaseURL + h.Path, "headline": clip(h.Title, 110),
		"description": oneLine(h.Description), "datePublished": h.Date, "inLanguage": "en",
		"author": schemaObject{"@id": h.organizationID()}, "publisher": schemaObject{"@id": h.organizationID()},
	}
	if h.Picture.Path != "" {
		out["image"] = h.BaseURL + h.Picture.Path
	}
	return out
}

func (h Head) breadcrumbs() schemaObject {
	steps := append([]Crumb{{SiteName, "/"}}, h.Breadcrumbs...)
	list := make([]schemaObject, len(steps))
	for i, step := range steps {
		list[i] = schemaObject{"@type": "ListItem", "position": i + 1, "name": oneLine(step.Name), "item": h.BaseURL + step.Path}
	}
	return schemaObject{"@type": "BreadcrumbList", "itemListElement": list}
}
