package accounts

import (
	"errors"
	"testing"

	"colloquy/internal/core"
)

// allSettings returns the preferences and the privacy switches of a user.
func (b *harness) allSettings(actor core.Actor) settings {
	b.t.Helper()
	p, err := b.Preferences(b.t.Context(), actor)
	if err != nil {
		b.t.Fatal(err)
	}
	q, err := b.Privacy(b.t.Context(), actor)
	if err != nil {
		b.t.Fatal(err)
	}
	return settings{p, q}
}

// switchesOf returns pointers to all switches of s.
func switchesOf(s *settings) (preferences, privacy []*bool) {
	n, m, p := &s.Notifications, &s.Mail, &s.Privacy
	return []*bool{
			&n.WantsCharacterUpdates, &n.WantsInteractions, &n.WantsPromotions, &n.WantsNewsletter,
			&m.WantsCharacterUpdates, &m.WantsInteractions, &m.WantsPromotions, &m.WantsNewsletter,
		},
		[]*bool{&p.HasPublicProfile, &p.ShowsActivity, &p.AllowsAnalytics, &p.AllowsRecommendations}
}

// TestEverySwitchIsStored changes each switch alone and checks that the other switches keep
// their values.
// rule settings-stored
func TestEverySwitchIsStored(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		actor, other := core.Actor{UserID: b.register(adaEmail).ID}, core.Actor{UserID: b.register("bo@post.example").ID}
		want := defaultSettings
		if got := b.allSettings(actor); got != want {
			t.Errorf("without a row: %+v", got)
		}
		preferences, privacy := switchesOf(&want)
		for i, s := range append(preferences, privacy...) {
			*s = !*s
			var err error
			if i < len(preferences) {
				err = b.SetPreferences(t.Context(), actor, want.Preferences)
			} else {
				err = b.SetPrivacy(t.Context(), actor, want.Privacy)
			}
			if got := b.allSettings(actor); err != nil || got != want {
				t.Errorf("switch %d: %+v, %v, want %+v", i, got, err, want)
			}
		}
		if got := b.allSettings(other); got != defaultSettings {
			t.Errorf("another user has %+v", got)
		}
	})
}

// TestFirstChangeKeepsTheOtherDefaults: the first change of the preferences creates a row with the
// default privacy. The first change of the privacy creates a row with the default preferences.
// rule settings-stored
func TestFirstChangeKeepsTheOtherDefaults(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		one, two := core.Actor{UserID: b.register(adaEmail).ID}, core.Actor{UserID: b.register("bo@post.example").ID}
		if err := b.SetPreferences(t.Context(), one, Preferences{}); err != nil {
			t.Fatal(err)
		}
		if got, want := b.allSettings(one), (settings{Privacy: defaultSettings.Privacy}); got != want {
			t.Errorf("after a change of the preferences: %+v", got)
		}
		if err := b.SetPrivacy(t.Context(), two, Privacy{}); err != nil {
			t.Fatal(err)
		}
		if got, want := b.allSettings(two), (settings{Preferences: defaultSettings.Preferences}); got != want {
			t.Errorf("after a change of the privacy: %+v", got)
		}
		if n := b.countRows("user_settings"); n != 2 {
			t.Errorf("%d rows", n)
		}
	})
}

// TestSettingsOfADeletedAccountAreNotStored: a change that runs after the deletion of the account
// stores nothing.
func TestSettingsOfADeletedAccountAreNotStored(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		deletedActor := core.Actor{UserID: b.register(adaEmail).ID}
		b.execSQL(`DELETE FROM users WHERE id = $1`, deletedActor.UserID)
		for what, err := range map[string]error{
			"preferences": b.SetPreferences(t.Context(), deletedActor, Preferences{}), "privacy": b.SetPrivacy(t.Context(), deletedActor, Privacy{}),
		} {
			if !errors.Is(err, errNotSignedIn) {
				t.Errorf("%s: %v", what, err)
			}
		}
		if n := b.countRows("user_settings"); n != 0 {
			t.Errorf("%d rows", n)
		}
	})
}

// rule settings-public-profile
func TestPeopleMarksHiddenProfiles(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		one, two := b.register(adaEmail).ID, b.register("bo@post.example").ID
		for _, public := range []bool{false, true} {
			if err := b.SetPrivacy(t.Context(), core.Actor{UserID: one}, Privacy{HasPublicProfile: public}); err != nil {
				t.Fatal(err)
			}
			people, err := b.People(t.Context(), []string{one, two})
			if err != nil || people[one].IsHidden == public || people[two].IsHidden || people[one].Name != "Ada" {
				t.Errorf("public is %v: %+v, %v", public, people, err)
			}
		}
	})
}
