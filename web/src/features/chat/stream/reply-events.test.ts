import { describe, expect, it, vi } from 'vitest';
import type { ReplyEvent } from '../state/reply-event';
import { parseReplyEvent } from './reply-events';

const end = { message_id: 'm2', user_message_id: 'm1', status: 'stopped' };

describe('parseReplyEvent', () => {
  const cases: [string, string, unknown, ReplyEvent[]][] = [
    ['a piece', 'message', { content: 'Good ' }, [{ type: 'piece', text: 'Good ' }]],
    [
      'the text so far',
      'message',
      { content: 'Good', replace: true },
      [{ type: 'replace', text: 'Good' }],
    ],
    [
      'an empty text so far',
      'message',
      { content: '', replace: true },
      [{ type: 'replace', text: '' }],
    ],
    ['an empty piece', 'message', { content: '' }, []],
    [
      'suggestions',
      'message',
      { content: '', suggestions: ['A?', 2, 'B?'] },
      [{ type: 'suggestions', list: ['A?', 'B?'] }],
    ],
    [
      'a piece with suggestions',
      'message',
      { content: 'x', suggestions: [] },
      [
        { type: 'piece', text: 'x' },
        { type: 'suggestions', list: [] },
      ],
    ],
    [
      'an error',
      'error',
      { message: 'm', code: 'model_failed' },
      [{ type: 'error', code: 'model_failed' }],
    ],
    [
      'the end of the text',
      'complete',
      end,
      [
        {
          type: 'complete',
          end: { messageId: 'm2', userMessageId: 'm1', status: 'stopped' },
        },
      ],
    ],
    [
      'the end with an unknown status',
      'done',
      { status: 'new' },
      [{ type: 'done', end: { messageId: '', userMessageId: '', status: 'complete' } }],
    ],
    [
      'that the text is being stored',
      'saving',
      { message_id: 'm2' },
      [{ type: 'saving', messageId: 'm2' }],
    ],
    [
      'why nothing comes yet',
      'waiting',
      { reason: 'loading_model' },
      [{ type: 'waiting', reason: 'loading_model', seconds: 0 }],
    ],
    [
      'how long it waits for others',
      'waiting',
      { reason: 'queued', seconds: 20 },
      [{ type: 'waiting', reason: 'queued', seconds: 20 }],
    ],
    ['an unknown event', 'later', { content: 'x' }, []],
  ];
  it.each(cases)('reads %s', (_, event, data, expected) => {
    expect(parseReplyEvent({ id: '', event, data: JSON.stringify(data) })).toEqual(expected);
  });

  // rule replies-stream-events
  it.each(['{"content":', 'null', '"text"', '7', ''])('only logs malformed data: %j', (data) => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    expect(parseReplyEvent({ id: '', event: 'message', data })).toEqual([]);
    expect(error).toHaveBeenCalledOnce();
  });
});
