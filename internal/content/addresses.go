package content

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// checkAddresses refuses addresses that could run a script (stored XSS) or that use
// plain HTTP.
func (t texts) checkAddresses() error {
	for _, c := range t.sections {
		if err := safe("section "+c.Key, append(addressesIn(c.Meta), c.CTALink, c.ImageURL, c.VideoURL)); err != nil {
			return err
		}
	}
	for _, a := range t.articles {
		if err := safe("article "+a.Slug, append(picturesOf(a.Sections), a.ImageURL)); err != nil {
			return err
		}
	}
	for _, p := range t.pages {
		if err := safe("page "+p.Key, picturesOf(p.Sections)); err != nil {
			return err
		}
	}
	return nil
}

func safe(where string, addresses []string) error {
	if i := slices.IndexFunc(addresses, func(a string) bool { return !safeAddress(a) }); i >= 0 {
		return fmt.Errorf("content: %s: %q is neither https nor an address of this site", where, addresses[i])
	}
	return nil
}

func safeAddress(address string) bool {
	if address == "" || strings.HasPrefix(address, "#") {
		return true
	}
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	local := u.Scheme == "" && u.Host == "" && strings.HasPrefix(u.Path, "/") && !strings.Contains(address, "\\")
	return local || u.Scheme == "https" && u.Host != ""
}

// addressFields are the keys of addresses in meta_data.
var addressFields = []string{"image_url", "video_url", "file", "link"}

// addressesIn returns the addresses at any depth of meta_data.
func addressesIn(v any) []string {
	var out []string
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			out = append(out, addressesIn(one)...)
		}
	case map[string]any:
		for name, one := range v {
			if text, ok := one.(string); ok && slices.Contains(addressFields, name) {
				out = append(out, text)
			}
			out = append(out, addressesIn(one)...)
		}
	}
	return out
}

func picturesOf(blocks []Block) []string {
	out := make([]string, len(blocks))
	for i, b := range blocks {
		out[i] = b.ImageURL
	}
	return out
}
