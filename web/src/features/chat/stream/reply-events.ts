import type { ServerEvent } from '#/shared/api/sse';
import type { ReplyEnd, ReplyEvent } from '../state/reply-event';

type EventFields = Readonly<Record<string, unknown>>;

function parseFields(data: string): EventFields | null {
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value === 'object' && value !== null) return value as EventFields;
    console.error('Unexpected data in a stream line', data);
  } catch (error) {
    // A malformed line is logged and otherwise ignored (rule replies-stream-events).
    console.error('Malformed JSON in a stream line', error);
  }
  return null;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function asNumber(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

const replyStatuses = ['generating', 'complete', 'stopped', 'interrupted', 'failed'] as const;

function parseEnd(fields: EventFields): ReplyEnd {
  return {
    messageId: asText(fields['message_id']),
    userMessageId: asText(fields['user_message_id']),
    status: replyStatuses.find((status) => status === fields['status']) ?? 'complete',
    ...(typeof fields['demo_mode'] === 'boolean' && { isDemo: fields['demo_mode'] }),
  };
}

function parseContent(fields: EventFields): ReplyEvent[] {
  const content = asText(fields['content']);
  const suggestions = fields['suggestions'];
  const events: ReplyEvent[] = [];
  if (fields['replace'] === true) events.push({ type: 'replace', text: content });
  else if (content !== '') events.push({ type: 'piece', text: content });
  if (Array.isArray(suggestions)) {
    events.push({
      type: 'suggestions',
      list: suggestions.filter((item) => typeof item === 'string'),
    });
  }
  return events;
}

/** Parses one server-sent event. A malformed or unknown event gives an empty list. */
export function parseReplyEvent({ event, data }: ServerEvent): ReplyEvent[] {
  const fields = parseFields(data);
  if (fields === null) return [];
  switch (event) {
    case 'message':
      return parseContent(fields);
    case 'error':
      return [{ type: 'error', code: asText(fields['code']) }];
    case 'saving':
      return [{ type: 'saving', messageId: asText(fields['message_id']) }];
    case 'waiting':
      return [
        { type: 'waiting', reason: asText(fields['reason']), seconds: asNumber(fields['seconds']) },
      ];
    case 'complete':
    case 'done':
      return [{ type: event, end: parseEnd(fields) }];
    default:
      return [];
  }
}
