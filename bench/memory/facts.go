package memory

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"

	"colloquy/internal/core"
	room "colloquy/internal/memory"
	"colloquy/internal/storage"
)

// Fact is a fact that the user states in a talk, with a question about it.
type Fact struct {
	Statement  string // the user's statement
	Note       string // what ScriptedModel notes about the statement
	Kind       string // the kind of the note, such as "pet"
	Question   string // the user's question; it does not contain UniqueWord
	UniqueWord string // a word that only this fact has
}

// factKind is a template that makes one fact for each subject. %[1]s in its texts is the subject,
// and %[2]s is the unique word. If subjects is nil, Facts invents names as subjects until it has
// factCount facts.
type factKind struct {
	kind, statement, note, question string
	subjects                        []string
}

var factKinds = []factKind{
	{"family", "My cousin %[1]s works at %[2]s.", "Cousin %[1]s has a job at %[2]s", "Where does my cousin %[1]s work?", inventedNames(40)},
	{"pet", "I have a %[1]s called %[2]s.", "Has a %[1]s named %[2]s", "What is the name of my %[1]s?", []string{"dog", "cat", "rabbit", "parrot", "hamster", "tortoise", "pony", "goldfish", "lizard", "ferret", "horse", "snake"}},
	{"taste", "My favourite %[1]s is %[2]s.", "Likes the %[1]s %[2]s best", "Which %[1]s do I like best?", favouriteThings},
	{"plan", "I am flying to %[2]s in %[1]s.", "Flies to %[2]s in %[1]s", "Where am I going in %[1]s?", months},
	{"taste", "I collect %[1]s from %[2]s.", "Collects %[1]s of %[2]s", "From where are the %[1]s that I collect?", collectibles},
	{"taste", "I play %[1]s with %[2]s.", "Plays %[1]s together with %[2]s", "With whom do I play %[1]s?", games},
	{"family", "My friend %[1]s lives in %[2]s.", "Friend %[1]s lives in %[2]s", "Remind me where %[1]s lives, please.", nil},
}

var (
	favouriteThings = []string{"colour", "book", "film", "song", "dish", "cheese", "tree", "flower", "river", "painter", "poet", "composer", "bridge", "season", "train", "island", "museum", "cake", "soup", "tea", "mountain", "planet", "street", "beach", "lake", "opera", "wine", "bird", "chair", "garden"}
	months          = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
	collectibles    = []string{"stamps", "coins", "maps", "spoons", "shells", "fossils", "postcards", "buttons", "masks", "bells", "keys", "bottles", "posters", "feathers", "fans", "clocks"}
	games           = []string{"chess", "tennis", "bridge cards", "violin", "badminton", "dominoes", "cello", "darts", "football", "billiards", "squash", "harp"}
)

// factCount is the number of facts of a talk.
const factCount = 200

// Facts returns the factCount facts of a talk, which are the same for each call.
func Facts() []Fact {
	var out []Fact
	for _, k := range factKinds {
		subjects := k.subjects
		if subjects == nil {
			subjects = inventedNames(2 * factCount)[factCount : 2*factCount-len(out)]
		}
		for _, subject := range subjects {
			uniqueWord := inventedName(1000 + len(out))
			out = append(out, Fact{fmt.Sprintf(k.statement, subject, uniqueWord), fmt.Sprintf(k.note, subject, uniqueWord), k.kind, fmt.Sprintf(k.question+"%.0[2]s", subject, uniqueWord), uniqueWord})
		}
	}
	return out
}

// inventedNames returns n invented names.
func inventedNames(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = inventedName(i)
	}
	return out
}

// inventedName returns the made-up name number n. The numbers below 4,096 have different names.
func inventedName(n int) string {
	firstSyllables := []string{"Ka", "Ve", "Zo", "Mi", "Ru", "Ta", "Le", "Bo", "Fi", "Ga", "Hu", "Jo", "Ni", "Pe", "Sa", "Du"}
	secondSyllables := []string{"lor", "mir", "van", "dek", "rim", "sul", "pon", "gat", "bel", "fin", "hor", "jan", "kup", "tov", "wex", "zam"}
	thirdSyllables := []string{"ak", "ela", "in", "oda", "uk", "ira", "on", "eta", "im", "ora", "ut", "iga", "ov", "eba", "il", "ura"}
	return firstSyllables[n%16] + secondSyllables[n/16%16] + thirdSyllables[n/256%16]
}

var chatterLines = []string{
	"The clouds were low over the wide river again.", "What do you think of that?", "Please go on.", "I see what you mean.",
	"Nobody told me that before!", "And then?", "That is a sad story.", "Tell me about the market and its noise.", "If I were there, I would stay.", "How long did the journey take?",
}

// scatterFactsInChatter returns n messages of the user: the statements of the facts in a random order,
// scattered among lines of chatter. The result is the same for each call.
func scatterFactsInChatter(facts []Fact, n int) []string {
	r := rand.New(rand.NewPCG(7, 9))
	out := make([]string, n)
	for i := range out {
		out[i] = chatterLines[r.IntN(len(chatterLines))]
	}
	for i, at := range r.Perm(n)[:min(len(facts), n)] {
		out[at] = facts[i].Statement
		if i%3 == 0 {
			out[at] = "You asked me yesterday. " + facts[i].Statement + " That is all."
		}
	}
	return out
}

const conversationID = userID + "_20"

// insertTurn stores a message of the user and a reply in the talk.
func (p *talkPlayer) insertTurn(ctx context.Context, line string) error {
	return p.db.Write(ctx, func(tx storage.Querier) error {
		for _, c := range []int{toldCharacterID, otherCharacterID} {
			_, err := tx.ExecContext(ctx, `INSERT INTO conversations (id, user_id, character_id, created_at, updated_at) VALUES ($1, $2, $3, 1, 1) ON CONFLICT DO NOTHING`,
				userID+"_"+strconv.Itoa(c), userID, c)
			if err != nil {
				return err
			}
		}
		for _, m := range []struct {
			isUser bool
			text   string
		}{{true, line}, {false, "I see. Tell me more about it, if you like."}} {
			p.lastSeq++
			now := p.clock.Now()
			_, err := tx.ExecContext(ctx, `INSERT INTO messages (id, conversation_id, seq, is_user, content, status, created_at, updated_at)
				VALUES ($1, $2, $3, $4, $5, 'complete', $6, $6)`, core.NewID(now), conversationID, p.lastSeq, m.isUser, m.text, core.Millis(now))
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// numberedCharacters implements room.Characters.
type numberedCharacters struct{}

func (numberedCharacters) Character(_ context.Context, _ core.Actor, ref string) (room.Character, error) {
	n, err := strconv.Atoi(ref)
	return room.Character{CharacterID: n, Name: "Somebody"}, err
}

// storedTalks implements room.Talks with the rows of the table messages.
type storedTalks struct{ db *storage.DB }

func (t storedTalks) readLines(ctx context.Context, where string, args ...any) ([]room.Message, error) {
	return storage.QueryAll(ctx, t.db.Reader(), func(r storage.Row) (l room.Message, err error) {
		var created int64
		err = r.Scan(&l.ID, &l.Seq, &l.IsUser, &l.Text, &created)
		l.CreatedAt = core.FromMillis(created)
		return l, err
	}, `SELECT id, seq, is_user, content, created_at FROM messages WHERE conversation_id = $1 AND `+where, args...)
}

func (t storedTalks) Since(ctx context.Context, conversationID string, seq int64, limit int) ([]room.Message, error) {
	return t.readLines(ctx, `seq > $2 ORDER BY seq LIMIT $3`, conversationID, seq, limit)
}

func (t storedTalks) Newest(ctx context.Context, conversationID string, limit int) ([]room.Message, error) {
	return t.readLines(ctx, `seq > (SELECT MAX(seq) FROM messages WHERE conversation_id = $1) - $2 ORDER BY seq`, conversationID, limit)
}

func (t storedTalks) ByIDs(ctx context.Context, conversationID string, ids []string) ([]room.Message, error) {
	placeholders, args := storage.InList([]any{conversationID}, ids)
	return t.readLines(ctx, `id IN (`+placeholders+`) ORDER BY seq`, args...)
}
