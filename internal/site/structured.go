package site

import "encoding/json"

// object is one thing of the structured data, as schema.org names it.
type object map[string]any

// fictionalCharacter says of a Person that nobody of that name ever lived:
// schema.org has no type of its own for it.
const fictionalCharacter = "https://www.wikidata.org/wiki/Q95074"

// structured is the JSON-LD of the page. The encoder sorts the names, so that the
// same page is always the same text.
func (h Head) structured() []byte {
	graph := []object{h.organization()}
	switch h.Kind {
	case Home:
		graph = append(graph, h.website())
	case Profile:
		graph = append(graph, h.page("ProfilePage", object{"mainEntity": h.person()}))
	case Post:
		graph = append(graph, h.article())
	case Collection:
		graph = append(graph, h.page("CollectionPage", nil))
	case About:
		graph = append(graph, h.page("AboutPage", nil))
	case Contact:
		graph = append(graph, h.page("ContactPage", nil))
	default:
		graph = append(graph, h.page("WebPage", nil))
	}
	if len(h.Trail) > 0 {
		graph = append(graph, h.breadcrumbs())
	}
	text, err := json.Marshal(object{"@context": "https://schema.org", "@graph": graph})
	if err != nil {
		return []byte("{}") // maps of strings and numbers always encode
	}
	return text
}

func (h Head) organizationID() string { return h.Base + "/#organization" }

func (h Head) organization() object {
	return object{"@type": "Organization", "@id": h.organizationID(), "name": Name, "url": h.Base + "/", "logo": h.Base + "/favicon.svg"}
}

func (h Head) website() object {
	return object{
		"@type": "WebSite", "@id": h.Base + "/#website", "name": Name, "url": h.Base + "/",
		"description": oneLine(h.Description), "publisher": object{"@id": h.organizationID()}, "inLanguage": "en",
		"potentialAction": object{
			"@type":       "SearchAction",
			"target":      object{"@type": "EntryPoint", "urlTemplate": h.Base + "/characters?categories={search_term_string}"},
			"query-input": "required name=search_term_string",
		},
	}
}

// page is what every page but the home page and an article says of itself.
func (h Head) page(kind string, more object) object {
	out := object{
		"@type": kind, "@id": h.Base + h.Path, "url": h.Base + h.Path, "name": oneLine(h.Title),
		"inLanguage": "en", "publisher": object{"@id": h.organizationID()},
	}
	if text := oneLine(h.Description); text != "" {
		out["description"] = text
	}
	for name, value := range more {
		out[name] = value
	}
	return out
}

func (h Head) person() object {
	p := object{
		"@type": "Person", "name": oneLine(h.Person.Name), "description": oneLine(h.Person.KnownFor),
		"image": h.Base + h.Person.Picture,
	}
	if h.Person.Fictional {
		p["additionalType"] = fictionalCharacter
		p["disambiguatingDescription"] = "A fictional character"
	}
	return p
}

func (h Head) article() object {
	out := object{
		"@type": "Article", "@id": h.Base + h.Path, "mainEntityOfPage": h.Base + h.Path, "headline": clip(h.Title, 110),
		"description": oneLine(h.Description), "datePublished": h.Date, "inLanguage": "en",
		"author": object{"@id": h.organizationID()}, "publisher": object{"@id": h.organizationID()},
	}
	if h.Picture.Path != "" {
		out["image"] = h.Base + h.Picture.Path
	}
	return out
}

func (h Head) breadcrumbs() object {
	steps := append([]Crumb{{Name, "/"}}, h.Trail...)
	list := make([]object, len(steps))
	for i, step := range steps {
		list[i] = object{"@type": "ListItem", "position": i + 1, "name": oneLine(step.Name), "item": h.Base + step.Path}
	}
	return object{"@type": "BreadcrumbList", "itemListElement": list}
}
