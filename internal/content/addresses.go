package content

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// checkAddresses returns an error for a dangerous address of a link or picture. A dangerous address
// could run a script (stored XSS), or uses plain HTTP.
func (t seedTexts) checkAddresses() error {
	for _, c := range t.sections {
		if err := checkSafeAddresses("section "+c.Key, append(addressesIn(c.Meta), c.CTALink, c.ImageURL, c.VideoURL)); err != nil {
			return err
		}
	}
	for _, a := range t.articles {
		if err := checkSafeAddresses("article "+a.Slug, append(pictureAddresses(a.Sections), a.ImageURL)); err != nil {
			return err
		}
	}
	for _, p := range t.pages {
		if err := checkSafeAddresses("page "+p.Key, pictureAddresses(p.Sections)); err != nil {
			return err
		}
	}
	for _, r := range t.help.Resources {
		if err := checkSafeAddresses("help resource "+r.Title, []string{r.Link}); err != nil {
			return err
		}
	}
	return nil
}

func checkSafeAddresses(owner string, addresses []string) error {
	if i := slices.IndexFunc(addresses, func(a string) bool { return !isSafeAddress(a) }); i >= 0 {
		return fmt.Errorf("content: %s: %q is neither https nor an address of this site", owner, addresses[i])
	}
	return nil
}

// isSafeAddress reports whether an address is https, a path or a fragment of this site, or empty
// (rule home-safe-addresses).
func isSafeAddress(address string) bool {
	if address == "" || strings.HasPrefix(address, "#") {
		return true
	}
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	isLocal := u.Scheme == "" && u.Host == "" && strings.HasPrefix(u.Path, "/") && !strings.Contains(address, "\\")
	return isLocal || u.Scheme == "https" && u.Host != ""
}

// addressFields are the keys in meta_data whose values are addresses.
var addressFields = []string{"image_url", "video_url", "file", "link"}

// addressesIn returns the addresses in meta_data, at any depth.
func addressesIn(v any) []string {
	var out []string
	switch v := v.(type) {
	case []any:
		for _, value := range v {
			out = append(out, addressesIn(value)...)
		}
	case map[string]any:
		for name, value := range v {
			if text, ok := value.(string); ok && slices.Contains(addressFields, name) {
				out = append(out, text)
			}
			out = append(out, addressesIn(value)...)
		}
	}
	return out
}

func pictureAddresses(blocks []Block) []string {
	out := make([]string, len(blocks))
	for i, b := range blocks {
		out[i] = b.ImageURL
	}
	return out
}
