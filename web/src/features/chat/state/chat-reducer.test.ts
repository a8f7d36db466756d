import { describe, expect, it } from 'vitest';
import { replyRow, userRow } from '../test/fakes';
import { type ChatAction, reduceChat } from './chat-reducer';
import { type ChatState, emptyChat, isTalking, shownText } from './chat-state';
import { localTurn } from './message';
import type { ReplyEvent } from './reply-event';

const turn = localTurn('Hello', 'user-1', '2026-11-20T21:00:00Z');
const opened: ChatAction = { type: 'newest', page: { messages: [replyRow('g')], hasMore: false } };
const sent: ChatAction = { type: 'sent', ...turn };
const accepted: ChatAction = { type: 'accepted', key: 'ai-1' };
const on = (event: ReplyEvent, key = 'ai-1'): ChatAction => ({ type: 'event', key, event });
const piece = (text: string) => on({ type: 'piece', text });
const ended = (
  status: 'complete' | 'stopped' | 'failed' | 'interrupted',
  type: 'complete' | 'done' = 'complete',
) => on({ type, end: { messageId: 'm2', userMessageId: 'm1', status } });

function play(...actions: ChatAction[]): ChatState {
  return actions.reduce(reduceChat, emptyChat);
}

function lastOf(state: ChatState) {
  const last = state.messages.at(-1);
  if (!last) throw new Error('a message is expected');
  return last;
}

describe('phases', () => {
  it.each<[string, ChatAction[], ChatState['phase']]>([
    ['nothing was sent', [opened], 'idle'],
    ['a line was sent', [opened, sent], 'waiting'],
    ['its reply begins', [opened, sent, accepted, piece('Hi')], 'streaming'],
    ['the reply is complete', [opened, sent, piece('Hi'), ended('complete')], 'settled'],
    ['the reply was stopped', [opened, sent, piece('Hi'), ended('stopped')], 'settled'],
    ['the reply failed', [opened, sent, ended('failed')], 'failed'],
    ['the line broke', [opened, sent, piece('Hi'), ended('interrupted')], 'failed'],
    ['the send was taken back', [opened, sent, { type: 'withdrawn' }], 'idle'],
    ['the stream was lost', [opened, sent, piece('Hi'), { type: 'lost' }], 'failed'],
    ['the reader left', [opened, sent, piece('Hi'), { type: 'detached' }], 'idle'],
    [
      'a failed reply is tried again',
      [opened, sent, ended('failed'), { type: 'restarted', key: 'ai-1' }],
      'waiting',
    ],
    [
      'done follows complete',
      [opened, sent, piece('Hi'), ended('complete'), ended('complete', 'done')],
      'settled',
    ],
    ['done comes alone', [opened, sent, piece('Hi'), ended('complete', 'done')], 'settled'],
  ])('when %s', (_, actions, phase) => {
    const state = play(...actions);
    expect(state.phase).toBe(phase);
    expect(state.live !== null).toBe(isTalking(phase));
  });
});

describe('a send', () => {
  // rule chat-shown-at-once
  it('shows the message and an empty reply at once', () => {
    const state = play(opened, sent);
    expect(state.messages.map(({ id, status }) => [id, status])).toEqual([
      ['g', 'complete'],
      ['user-1', 'complete'],
      ['ai-1', 'generating'],
    ]);
    expect(state.messages.map(({ local }) => local)).toEqual([false, true, true]);
  });

  it('changes nothing while a reply runs', () => {
    const state = play(opened, sent);
    expect(reduceChat(state, { type: 'sent', ...localTurn('Again', 'user-2', 'now') })).toBe(state);
  });

  it('keeps the identity of the log while pieces arrive', () => {
    const before = play(opened, sent, accepted);
    const now = reduceChat(reduceChat(before, piece('Good ')), piece('day'));
    expect(now.messages).toBe(before.messages);
    expect(now.live?.text).toBe('Good day');
  });

  it('ends with stored ids under the same keys', () => {
    const state = play(opened, sent, accepted, piece('Hi'), ended('complete'));
    expect(state.messages.slice(1).map(({ key, id, local }) => [key, id, local])).toEqual([
      ['user-1', 'm1', false],
      ['ai-1', 'm2', false],
    ]);
    expect(lastOf(state)).toMatchObject({ content: 'Hi', status: 'complete', replyTo: 'm1' });
  });

  it('applies suggestions after the end, but no pieces', () => {
    const state = play(
      opened,
      sent,
      piece('Hi'),
      ended('complete'),
      on({ type: 'suggestions', list: ['A?'] }),
      piece('late'),
    );
    expect(lastOf(state)).toMatchObject({ content: 'Hi', suggestions: ['A?'] });
  });

  it('ignores pieces of another reply', () => {
    const state = play(opened, sent, on({ type: 'piece', text: 'x' }, 'ai-0'));
    expect(state.live?.text).toBe('');
  });

  it('replaces its text by the text of the server', () => {
    const state = play(opened, sent, piece('Hi **th'), on({ type: 'replace', text: 'Hi there' }));
    expect(state.live?.text).toBe('Hi there');
  });

  it('replaces its text when the stream is replayed', () => {
    const state = play(opened, sent, piece('Go'), { type: 'replayed' }, piece('Go'), piece('od'));
    expect(state.live?.text).toBe('Good');
  });

  it('keeps partial text when the stream is lost', () => {
    const state = play(opened, sent, accepted, piece('Half'), { type: 'lost' });
    expect(lastOf(state)).toMatchObject({ content: 'Half', status: 'interrupted', local: false });
  });

  it('fails without text when the stream is lost before the first word', () => {
    expect(lastOf(play(opened, sent, accepted, { type: 'lost' }))).toMatchObject({
      content: '',
      status: 'failed',
    });
  });
});

describe('a refused send', () => {
  const refusal = { errorMessage: 'HTTP error! status: 500', sentence: 'No.', smallPrint: true };

  it('is removed from the log, and keeps the reason until the next send', () => {
    const state = play(opened, sent, { type: 'withdrawn' }, { type: 'refused', refusal });
    expect(state.messages.map(({ id }) => id)).toEqual(['g']);
    expect(state.refusal).toBe(refusal);
    const next = reduceChat(state, { type: 'sent', ...localTurn('Other', 'user-2', 'now') });
    expect(next.refusal).toBeNull();
  });
});

describe('text that was shown before a crash', () => {
  const cut = replyRow('m2', { status: 'interrupted', content: 'Half', reply_to: 'm1' });
  const page = {
    messages: [replyRow('g'), userRow('m1', { client_id: 'user-1' }), cut],
    hasMore: false,
  };
  const read = [opened, sent, accepted, piece('Half a sentence')];

  it('stays when the stored text is shorter', () => {
    expect(lastOf(play(...read, { type: 'newest', page }))).toMatchObject({
      content: 'Half a sentence',
      status: 'interrupted',
    });
  });

  it('stays when the restarted stream is shorter, and after the next refetch', () => {
    const again: ChatAction[] = [{ type: 'replayed' }, on({ type: 'replace', text: 'Half' })];
    const state = play(...read, ...again, ended('interrupted', 'done'), { type: 'newest', page });
    expect(lastOf(state).content).toBe('Half a sentence');
  });

  it('is replaced by a reply with another end', () => {
    const whole = replyRow('m2', { content: 'Other words', reply_to: 'm1' });
    const state = play(...read, {
      type: 'newest',
      page: { ...page, messages: [...page.messages.slice(0, 2), whole] },
    });
    expect(lastOf(state).content).toBe('Other words');
  });
});

describe('notes of the running reply', () => {
  it('say that the model loads, until the first piece', () => {
    const waiting = on({ type: 'waiting', reason: 'loading_model' });
    expect(play(opened, sent, waiting).live?.note).toBe('loading');
    expect(play(opened, sent, waiting, piece('Hi')).live?.note).toBeNull();
    expect(play(opened, sent, on({ type: 'waiting', reason: 'else' })).live?.note).toBeNull();
  });

  it('say that the text is being stored, and set its id', () => {
    const state = play(opened, sent, piece('Hi'), on({ type: 'saving', messageId: 'm2' }));
    expect(state.live?.note).toBe('saving');
    expect(lastOf(state).id).toBe('m2');
    expect(reduceChat(state, ended('complete')).live).toBeNull();
  });
});

describe('stopping', () => {
  const hold: ChatAction = { type: 'stopPressed' };

  it('shows no further text, and keeps what was shown', () => {
    const state = play(opened, sent, piece('Seen'), hold, piece(' unseen'));
    expect(state.live && shownText(state.live)).toBe('Seen');
    expect(lastOf(reduceChat(state, ended('stopped'))).content).toBe('Seen');
  });

  it('shows the whole text when the reply had ended by itself', () => {
    const state = play(opened, sent, piece('Seen'), hold, piece(' all'), ended('complete'));
    expect(lastOf(state)).toMatchObject({ content: 'Seen all', status: 'complete' });
  });

  it('shows the whole text when the request failed', () => {
    const state = play(opened, sent, piece('Seen'), hold, piece(' all'), { type: 'stopFailed' });
    expect(state.live && shownText(state.live)).toBe('Seen all');
  });

  it('adopts the text that the server stored', () => {
    const state = play(opened, sent, piece('**Se'), hold, {
      type: 'ended',
      messageId: 'm2',
      userMessageId: 'm1',
      status: 'stopped',
      content: '**Se**',
    });
    expect(lastOf(state)).toMatchObject({ id: 'm2', content: '**Se**', status: 'stopped' });
  });
});

describe('attaching to a running reply', () => {
  const page = (status: 'generating' | 'complete' | 'failed', content: string) => ({
    messages: [userRow('m1'), replyRow('m2', { reply_to: 'm1', status, content })],
    hasMore: false,
  });

  it('shows the stored text until the replay arrives', () => {
    const state = play(
      { type: 'newest', page: page('generating', 'Stored') },
      { type: 'attached', key: 'm2' },
    );
    expect(state).toMatchObject({ phase: 'streaming', live: { text: 'Stored' } });
    const event: ReplyEvent = { type: 'piece', text: 'Stored and more' };
    expect(reduceChat(state, on(event, 'm2')).live?.text).toBe('Stored and more');
  });

  it('settles when the stored status is final, although the stream is silent', () => {
    const state = play(
      { type: 'newest', page: page('generating', 'Half') },
      { type: 'attached', key: 'm2' },
      { type: 'newest', page: page('complete', 'Whole') },
    );
    expect(state).toMatchObject({ phase: 'settled', live: null });
    expect(lastOf(state).content).toBe('Whole');
  });

  it('continues while the stored status is not final', () => {
    const state = play(
      { type: 'newest', page: page('generating', 'Half') },
      { type: 'attached', key: 'm2' },
      on({ type: 'piece', text: 'Half a' }, 'm2'),
      { type: 'newest', page: page('generating', 'Half') },
    );
    expect(state.live?.text).toBe('Half a');
  });

  it('changes nothing for an unknown key', () => {
    const state = play(opened);
    expect(reduceChat(state, { type: 'attached', key: 'nobody' })).toBe(state);
  });
});

describe('generating again', () => {
  const broken = play(opened, sent, accepted, piece('Half'), ended('interrupted'));

  it('empties the reply and keeps the message', () => {
    const state = reduceChat(broken, { type: 'restarted', key: 'ai-1' });
    expect(state.messages.map(({ id, content }) => [id, content])).toEqual([
      ['g', 'text of g'],
      ['m1', 'Hello'],
      ['ai-m2', ''],
    ]);
  });

  it('restores the partial text when it is refused', () => {
    const message = lastOf(broken);
    const state = [
      { type: 'restarted', key: 'ai-1' } as const,
      { type: 'restored', message } as const,
    ].reduce(reduceChat, broken);
    expect(state).toMatchObject({ phase: 'failed', live: null });
    expect(lastOf(state)).toEqual(message);
  });
});

describe('actions without a running reply', () => {
  const state = play(opened);
  it.each<ChatAction>([
    { type: 'replayed' },
    { type: 'stopPressed' },
    { type: 'lost' },
    { type: 'detached' },
    { type: 'accepted', key: 'x' },
    piece('x'),
    { type: 'unreadable' },
  ])('%o changes nothing', (action) => {
    expect(reduceChat(state, action)).toBe(state);
  });

  it('fails to load when the first page does not arrive', () => {
    expect(play({ type: 'unreadable' }).load).toBe('failed');
  });
});
