import { describe, expect, it } from 'vitest';
import {
  acceptAction,
  endAction,
  eventAction,
  lastMessage,
  pageAction,
  pieceAction,
  reduceAll,
  sentAction,
} from '../test/chat-actions';
import { replyRow, userRow } from '../test/fakes';
import { type ChatAction, reduceChat } from './chat-reducer';
import { type ChatState, shownText } from './chat-state';
import type { ReplyEvent } from './reply-event';

describe('notes of the running reply', () => {
  it('say that the model loads, until the first piece', () => {
    const waiting = eventAction({ type: 'waiting', reason: 'loading_model', seconds: 0 });
    expect(reduceAll(pageAction, sentAction, waiting).live?.note).toBe('loading');
    expect(reduceAll(pageAction, sentAction, waiting, pieceAction('Hi')).live?.note).toBeNull();
    const unknown = eventAction({ type: 'waiting', reason: 'else', seconds: 0 });
    expect(reduceAll(pageAction, sentAction, unknown).live?.note).toBeNull();
  });

  it('say how long the reply waits for others, until it loads or begins', () => {
    const queued = (seconds: number) => eventAction({ type: 'waiting', reason: 'queued', seconds });
    const loads = eventAction({ type: 'waiting', reason: 'loading_model', seconds: 0 });
    const live = reduceAll(pageAction, sentAction, queued(20), queued(10)).live;
    expect(live).toMatchObject({ note: 'queued', waitSeconds: 10 });
    expect(reduceAll(pageAction, sentAction, queued(20), loads).live?.note).toBe('loading');
    expect(reduceAll(pageAction, sentAction, queued(20), pieceAction('Hi')).live?.note).toBeNull();
  });

  it('say that the text is being stored, and set its id', () => {
    const state = reduceAll(
      pageAction,
      sentAction,
      pieceAction('Hi'),
      eventAction({ type: 'saving', messageId: 'm2' }),
    );
    expect(state.live?.note).toBe('saving');
    expect(lastMessage(state).id).toBe('m2');
    expect(reduceChat(state, endAction('complete')).live).toBeNull();
  });
});

describe('stopping', () => {
  const hold: ChatAction = { type: 'stopPressed' };

  it('shows no further text, and keeps what was shown', () => {
    const state = reduceAll(
      pageAction,
      sentAction,
      pieceAction('Seen'),
      hold,
      pieceAction(' unseen'),
    );
    expect(state.live && shownText(state.live)).toBe('Seen');
    expect(lastMessage(reduceChat(state, endAction('stopped'))).content).toBe('Seen');
  });

  it('shows the whole text when the reply had ended by itself', () => {
    const state = reduceAll(
      pageAction,
      sentAction,
      pieceAction('Seen'),
      hold,
      pieceAction(' all'),
      endAction('complete'),
    );
    expect(lastMessage(state)).toMatchObject({ content: 'Seen all', status: 'complete' });
  });

  it('shows the whole text when the request failed', () => {
    const state = reduceAll(
      pageAction,
      sentAction,
      pieceAction('Seen'),
      hold,
      pieceAction(' all'),
      {
        type: 'stopFailed',
      },
    );
    expect(state.live && shownText(state.live)).toBe('Seen all');
  });

  it('adopts the text that the server stored', () => {
    const state = reduceAll(pageAction, sentAction, pieceAction('**Se'), hold, {
      type: 'ended',
      messageId: 'm2',
      userMessageId: 'm1',
      status: 'stopped',
      content: '**Se**',
    });
    expect(lastMessage(state)).toMatchObject({ id: 'm2', content: '**Se**', status: 'stopped' });
  });
});

describe('attaching to a running reply', () => {
  const page = (status: 'generating' | 'complete' | 'failed', content: string) => ({
    messages: [userRow('m1'), replyRow('m2', { reply_to: 'm1', status, content })],
    hasMore: false,
  });

  it('shows the stored text until the replay arrives', () => {
    const state = reduceAll(
      { type: 'newest', page: page('generating', 'Stored') },
      { type: 'attached', key: 'm2' },
    );
    expect(state).toMatchObject({ phase: 'streaming', live: { text: 'Stored' } });
    const event: ReplyEvent = { type: 'piece', text: 'Stored and more' };
    expect(reduceChat(state, eventAction(event, 'm2')).live?.text).toBe('Stored and more');
  });

  it('settles when the stored status is final, although the stream is silent', () => {
    const state = reduceAll(
      { type: 'newest', page: page('generating', 'Half') },
      { type: 'attached', key: 'm2' },
      { type: 'newest', page: page('complete', 'Whole') },
    );
    expect(state).toMatchObject({ phase: 'settled', live: null });
    expect(lastMessage(state).content).toBe('Whole');
  });

  it('continues while the stored status is not final', () => {
    const state = reduceAll(
      { type: 'newest', page: page('generating', 'Half') },
      { type: 'attached', key: 'm2' },
      eventAction({ type: 'piece', text: 'Half a' }, 'm2'),
      { type: 'newest', page: page('generating', 'Half') },
    );
    expect(state.live?.text).toBe('Half a');
  });

  it('changes nothing for an unknown key', () => {
    const state = reduceAll(pageAction);
    expect(reduceChat(state, { type: 'attached', key: 'nobody' })).toBe(state);
  });
});

describe('generating again', () => {
  const broken = reduceAll(
    pageAction,
    sentAction,
    acceptAction,
    pieceAction('Half'),
    endAction('interrupted'),
  );

  it('empties the reply and keeps the message', () => {
    const state = reduceChat(broken, { type: 'restarted', key: 'ai-1' });
    expect(state.messages.map(({ id, content }) => [id, content])).toEqual([
      ['g', 'text of g'],
      ['m1', 'Hello'],
      ['ai-m2', ''],
    ]);
  });

  it('shows the kept text of a continuation at once, and the text of the stream after it', () => {
    const state = reduceChat(broken, { type: 'restarted', key: 'ai-1', content: 'Half' });
    expect(state.live?.text).toBe('Half');
    const going = [eventAction({ type: 'replace', text: 'Half' }), pieceAction(' a loaf')].reduce(
      reduceChat,
      state,
    );
    expect(going.live?.text).toBe('Half a loaf');
  });

  it('restores the partial text when it is refused', () => {
    const { messages } = broken;
    const state = [
      { type: 'restarted', key: 'ai-1' } as const,
      { type: 'restored', messages } as const,
    ].reduce<ChatState>(reduceChat, broken);
    expect(state).toMatchObject({ phase: 'failed', live: null });
    expect(state.messages).toEqual(messages);
  });
});
