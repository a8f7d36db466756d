package main

import (
	"context"
	"fmt"
	"net/http"
	"sync"

	"colloquy/bench/people"
	"colloquy/bench/script"
)

const (
	doublePieceCount  = 3  // pieces of each reply
	doubleSenderCount = 50 // users who send at the same time
)

// exchangePair is the two exchanges of a message that is sent to two replicas at the same moment.
type exchangePair [2]*exchange

// runDoubleSends sends each of n messages to two replicas at the same moment, with one client id.
// It reports whether all conditions hold. The database must have each message and its reply once.
// Both senders must have read the same reply, with the model's text.
func (c *cluster) runDoubleSends(ctx context.Context, n int, users []people.Person) (allConditionsHold bool, err error) {
	fmt.Printf("sending %d messages twice\n", n)
	countsBefore, err := c.countStoredMessages(ctx)
	if err != nil {
		return false, err
	}
	pairIndexes := make(chan int)
	pairs := make([]exchangePair, n)
	var senders sync.WaitGroup
	for range doubleSenderCount {
		senders.Go(func() {
			for u := range pairIndexes {
				for i := u; i < n; i += len(users) { // the messages of one user are sent one after another
					pairs[i] = c.sendTwice(ctx, users[u], i)
				}
			}
		})
	}
	for u := range users {
		pairIndexes <- u
	}
	close(pairIndexes)
	senders.Wait()
	countsAfter, err := c.countStoredMessages(ctx)
	if err != nil {
		return false, err
	}
	fmt.Printf("\nDouble sends: %d messages of %d users, each sent to two of %d replicas at the same moment\n", n, len(users), replicaCount)
	return writeAndCheckConditions(append([]measuredCondition{
		equalCondition("messages of users that were stored", countsAfter.userMessages-countsBefore.userMessages, n),
		equalCondition("replies that were stored", countsAfter.replies-countsBefore.replies, n),
	}, pairConditions(pairs)...)), nil
}

// sendTwice sends message i of a user to two replicas at the same moment and reads both
// streams.
func (c *cluster) sendTwice(ctx context.Context, user people.Person, i int) (p exchangePair) {
	start := make(chan struct{})
	var wg sync.WaitGroup
	for k := range p {
		t := &talk{
			baseURL: "http://" + c.replicas[(i+k)%replicaCount].addr, client: http.DefaultClient, person: user,
			messageText: script.UserMessage(doublePieceCount, 0),
		}
		wg.Go(func() {
			<-start
			p[k] = t.send(ctx, fmt.Sprintf("user-twice-%d", i))
		})
	}
	close(start)
	wg.Wait()
	return p
}

// pairConditions returns the conditions on what the senders saw. It prints the first 10 failures.
func pairConditions(pairs []exchangePair) []measuredCondition {
	want := script.Text(doublePieceCount)
	failedCount, differingCount, wrongCount := 0, 0, 0
	for _, p := range pairs {
		for _, x := range p {
			switch {
			case x.err != nil:
				failedCount++
				if failedCount <= 10 {
					fmt.Printf("%s of %s: %v\n", x.clientID, x.conversation, x.err)
				}
			case x.reply.text != want && x.reply.text+" " != want:
				wrongCount++
			}
		}
		if p[0].reply.id != p[1].reply.id {
			differingCount++
		}
	}
	return []measuredCondition{
		zeroCondition("sends that were refused, or whose reply was not read to its end", failedCount),
		zeroCondition("sends that read another text than the model's", wrongCount),
		zeroCondition("pairs that read two different replies", differingCount),
	}
}

// messageCounts are the numbers of users' messages and of replies. Greetings do not count as replies.
type messageCounts struct{ userMessages, replies int }

func (c *cluster) countStoredMessages(ctx context.Context) (n messageCounts, err error) {
	err = c.db.Reader().QueryRowContext(ctx, `SELECT count(CASE WHEN is_user THEN 1 END), count(CASE WHEN coalesce(reply_to, '') <> '' THEN 1 END) FROM messages`).Scan(&n.userMessages, &n.replies)
	return n, err
}
