package notices

import (
	"context"

	"colloquy/internal/storage"
)

// noticeCounts are the numbers of notices of a user. They leave out notices about hidden
// characters, and count all likes of a comment as one.
type noticeCounts struct{ total, unread int }

// countsQuery returns a query for the counts of users. users has the placeholders of the user ids.
// The query counts all notices and subtracts those about hidden characters. Hidden characters are
// few, so this is faster than a look-up of each notice's character. Rules notifications-list,
// notifications-hidden-characters.
func countsQuery(users string) string {
	const numbers = `count(*) AS total, SUM(CASE WHEN n.is_read THEN 0 ELSE 1 END) AS unread`
	return `SELECT user_id, CAST(SUM(total) AS BIGINT), CAST(SUM(unread) AS BIGINT) FROM (
		SELECT n.user_id, ` + numbers + ` FROM notifications n WHERE n.user_id IN (` + users + `) AND n.is_latest GROUP BY n.user_id
		UNION ALL
		SELECT n.user_id, -count(*), -SUM(CASE WHEN n.is_read THEN 0 ELSE 1 END) FROM ` + hiddenCharactersQuery + ` CROSS JOIN notifications n
			WHERE n.character_id = c.character_id AND n.user_id IN (` + users + `) AND n.is_latest GROUP BY n.user_id) both_signs
		GROUP BY user_id`
}

// countNotices counts the notices of users. Users without notices are missing in the result.
func (s store) countNotices(ctx context.Context, userIDs []string) (map[string]noticeCounts, error) {
	placeholders, args := storage.InList(nil, userIDs)
	out := map[string]noticeCounts{}
	_, err := storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (id string, err error) {
		var c noticeCounts
		err = r.Scan(&id, &c.total, &c.unread)
		out[id] = c
		return id, err
	}, countsQuery(placeholders), args...)
	return out, err
}

// noticesFingerprint changes whenever the counts of a user may have changed.
type noticesFingerprint struct {
	noticesVersion         int64  // of the user's notices
	hiddenCharacterIDsText string // ids of all hidden characters
}

// readFingerprints returns the fingerprints of users. Users without notices are missing. The ids
// of the hidden characters, which are few, are read once for all users, from an index.
func (s store) readFingerprints(ctx context.Context, userIDs []string) (map[string]noticesFingerprint, error) {
	placeholders, args := storage.InList(nil, userIDs)
	out := map[string]noticesFingerprint{}
	_, err := storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (id string, err error) {
		var v noticesFingerprint
		err = r.Scan(&id, &v.noticesVersion, &v.hiddenCharacterIDsText)
		out[id] = v
		return id, err
	}, fingerprintsQuery(placeholders), args...)
	return out, err
}

func fingerprintsQuery(users string) string {
	return `SELECT user_id, version, (SELECT COALESCE(string_agg(CAST(character_id AS TEXT), ' ' ORDER BY character_id), '') FROM ` + hiddenCharactersQuery + `)
		FROM notice_versions WHERE user_id IN (` + users + `)`
}
