package content

import (
	"cmp"
	"context"
	"slices"
)

// Banner returns the URLs of the pictures in the banner of the home page, for wide
// and for tall screens. Both are empty if there is no active banner.
func (s *Service) Banner(ctx context.Context) (wideURL, tallURL string, err error) {
	list, err := s.store.sections(ctx)
	if err != nil {
		return "", "", err
	}
	at := slices.IndexFunc(list, func(c Section) bool { return c.Key == "home_banner" && c.IsActive })
	if at < 0 {
		return "", "", nil
	}
	wideURL = cmp.Or(bannerPicture(list[at], "desktop"), list[at].ImageURL)
	return wideURL, cmp.Or(bannerPicture(list[at], "mobile"), wideURL), nil
}

func bannerPicture(c Section, screen string) string {
	screenMeta, _ := c.Meta[screen].(map[string]any)
	address, _ := screenMeta["image_url"].(string)
	return address
}
