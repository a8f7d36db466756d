package redislog

import "github.com/redis/go-redis/v9"

// sendScript appends events to a stream in order. The id of an event is its Seq. sendScript skips
// events that the stream has, so it appends nothing twice. The end of a log is an entry too, with
// the Seq after the last event. Times are in milliseconds.
//
// KEYS: stream, owner, stop, dropped.
//
// ARGV:
//
//   - token of the writer, ownerTTL, time to keep the stream
//   - Seq of the first event, 1 if the events contain the end, the news channel
//   - field and data of each event; a field is unnamedEventField, endField or namedEventFieldPrefix with a name
//
// It returns 'sent', resultMissingEvents or resultOtherWriter. The second result is the Seq of the newest event
// of the stream, 0 after resultOtherWriter. The third result is the requested stop or an empty text.
var sendScript = redis.NewScript(`
local owner = redis.call('GET', KEYS[2])
if owner and owner ~= ARGV[1] then return {'foreign', 0, ''} end
local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local last = newest and tonumber(string.match(newest[1], '^%d+')) or 0
if not owner and newest and newest[2][1] == 'end' then return {'sent', last, ''} end
local first = tonumber(ARGV[4])
if first > last + 1 then return {'gap', last, ''} end
local appended = false
for i = 7, #ARGV, 2 do
  local seq = first + (i - 7) / 2
  if seq > last then
    redis.call('XADD', KEYS[1], string.format('%d-0', seq), ARGV[i], ARGV[i + 1])
    last, appended = seq, true
  end
end
local stop = redis.call('GET', KEYS[3]) or ''
local keep = ARGV[3]
if ARGV[5] == '1' then
  redis.call('DEL', KEYS[2], KEYS[3])
  if redis.call('EXISTS', KEYS[4]) == 1 then keep = 5000 end
else
  redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
  redis.call('PEXPIRE', KEYS[4], keep)
end
redis.call('PEXPIRE', KEYS[1], keep)
if appended then redis.call('PUBLISH', ARGV[6], '') end
return {'sent', last, stop}
`)

// Results of sendScript other than 'sent'. 'sent' means that the stream has all events.
const (
	// resultMissingEvents: the stream lacks events before the first one, because Redis lost them.
	resultMissingEvents = "gap"
	// resultOtherWriter: another process writes a log with this key.
	resultOtherWriter = "foreign"
)

// stopScript stores the first request to stop a running log and sends a message to the log's
// writer. It returns 1 if the log is running, else 0. KEYS: owner, stop. ARGV: seen, ownerTTL,
// channel, message.
var stopScript = redis.NewScript(`
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2], 'NX')
redis.call('PUBLISH', ARGV[3], ARGV[4])
return 1
`)

// dropScript marks a log as dropped. If the log has ended, dropScript also removes its stream.
// KEYS: stream, owner, mark. ARGV: milliseconds, channel, message. How long the mark stays:
//
//   - If Redis has the log, ARGV[1] milliseconds. sendScript renews the mark while the log runs.
//   - If Redis does not have the log, five seconds. The log was not sent yet, or its stream has
//     expired.
var dropScript = redis.NewScript(`
local running = redis.call('EXISTS', KEYS[2]) == 1
local keep = 5000
if running or redis.call('EXISTS', KEYS[1]) == 1 then keep = ARGV[1] end
redis.call('SET', KEYS[3], '', 'PX', keep)
if not running then redis.call('UNLINK', KEYS[1]) end
redis.call('PUBLISH', ARGV[2], ARGV[3])
return 1
`)

// An entry of a stream has one field. Its name is unnamedEventField, endField, or namedEventFieldPrefix followed
// by the name of the event.
const (
	unnamedEventField     = "data"
	endField              = "end"
	namedEventFieldPrefix = "event:"
)
