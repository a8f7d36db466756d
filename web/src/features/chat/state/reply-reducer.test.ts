import { describe, expect, it } from 'vitest';
import {
  acceptAction,
  endAction,
  eventAction,
  lastMessage,
  newestPageAction,
  pieceAction,
  reduceAll,
  sentAction,
} from '../test/chat-actions';
import { replyRow, userMessageRow } from '../test/fakes';
import { type ChatAction, reduceChat } from './chat-reducer';
import { type ChatState, shownText } from './chat-state';
import type { ReplyEvent } from './reply-event';

describe('notes of the running reply', () => {
  it('say that the model loads, until the first piece', () => {
    const waitingAction = eventAction({ type: 'waiting', reason: 'loading_model', seconds: 0 });
    expect(reduceAll(newestPageAction, sentAction, waitingAction).liveReply?.waitReason).toBe(
      'loading',
    );
    expect(
      reduceAll(newestPageAction, sentAction, waitingAction, pieceAction('Hi')).liveReply
        ?.waitReason,
    ).toBeNull();
    const unknownReasonAction = eventAction({ type: 'waiting', reason: 'else', seconds: 0 });
    expect(
      reduceAll(newestPageAction, sentAction, unknownReasonAction).liveReply?.waitReason,
    ).toBeNull();
  });

  it('say how long the reply waits for others, until it loads or begins', () => {
    const queuedAction = (seconds: number) =>
      eventAction({ type: 'waiting', reason: 'queued', seconds });
    const loadingAction = eventAction({ type: 'waiting', reason: 'loading_model', seconds: 0 });
    const live = reduceAll(
      newestPageAction,
      sentAction,
      queuedAction(20),
      queuedAction(10),
    ).liveReply;
    expect(live).toMatchObject({ waitReason: 'queued', waitSeconds: 10 });
    expect(
      reduceAll(newestPageAction, sentAction, queuedAction(20), loadingAction).liveReply
        ?.waitReason,
    ).toBe('loading');
    expect(
      reduceAll(newestPageAction, sentAction, queuedAction(20), pieceAction('Hi')).liveReply
        ?.waitReason,
    ).toBeNull();
  });

  it('say that the text is being stored, and set its id', () => {
    const state = reduceAll(
      newestPageAction,
      sentAction,
      pieceAction('Hi'),
      eventAction({ type: 'saving', messageId: 'm2' }),
    );
    expect(state.liveReply?.waitReason).toBe('saving');
    expect(lastMessage(state).id).toBe('m2');
    expect(reduceChat(state, endAction('complete')).liveReply).toBeNull();
  });
});

describe('stopping', () => {
  const stopAction: ChatAction = { type: 'stopPressed' };

  it('shows no further text, and keeps what was shown', () => {
    const state = reduceAll(
      newestPageAction,
      sentAction,
      pieceAction('Seen'),
      stopAction,
      pieceAction(' unseen'),
    );
    expect(state.liveReply && shownText(state.liveReply)).toBe('Seen');
    expect(lastMessage(reduceChat(state, endAction('stopped'))).content).toBe('Seen');
  });

  it('shows the whole text when the reply had ended by itself', () => {
    const state = reduceAll(
      newestPageAction,
      sentAction,
      pieceAction('Seen'),
      stopAction,
      pieceAction(' all'),
      endAction('complete'),
    );
    expect(lastMessage(state)).toMatchObject({ content: 'Seen all', status: 'complete' });
  });

  it('shows the whole text when the request failed', () => {
    const state = reduceAll(
      newestPageAction,
      sentAction,
      pieceAction('Seen'),
      stopAction,
      pieceAction(' all'),
      {
        type: 'stopFailed',
      },
    );
    expect(state.liveReply && shownText(state.liveReply)).toBe('Seen all');
  });

  it('adopts the text that the server stored', () => {
    const state = reduceAll(newestPageAction, sentAction, pieceAction('**Se'), stopAction, {
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
    messages: [userMessageRow('m1'), replyRow('m2', { reply_to: 'm1', status, content })],
    hasMore: false,
  });

  it('shows the stored text until the replay arrives', () => {
    const state = reduceAll(
      { type: 'newest', page: page('generating', 'Stored') },
      { type: 'attached', key: 'm2' },
    );
    expect(state).toMatchObject({ phase: 'streaming', liveReply: { text: 'Stored' } });
    const event: ReplyEvent = { type: 'piece', text: 'Stored and more' };
    expect(reduceChat(state, eventAction(event, 'm2')).liveReply?.text).toBe('Stored and more');
  });

  it('settles when the stored status is final, although the stream is silent', () => {
    const state = reduceAll(
      { type: 'newest', page: page('generating', 'Half') },
      { type: 'attached', key: 'm2' },
      { type: 'newest', page: page('complete', 'Whole') },
    );
    expect(state).toMatchObject({ phase: 'settled', liveReply: null });
    expect(lastMessage(state).content).toBe('Whole');
  });

  it('continues while the stored status is not final', () => {
    const state = reduceAll(
      { type: 'newest', page: page('generating', 'Half') },
      { type: 'attached', key: 'm2' },
      eventAction({ type: 'piece', text: 'Half a' }, 'm2'),
      { type: 'newest', page: page('generating', 'Half') },
    );
    expect(state.liveReply?.text).toBe('Half a');
  });

  it('changes nothing for an unknown key', () => {
    const state = reduceAll(newestPageAction);
    expect(reduceChat(state, { type: 'attached', key: 'nobody' })).toBe(state);
  });
});

describe('generating again', () => {
  const interruptedChat = reduceAll(
    newestPageAction,
    sentAction,
    acceptAction,
    pieceAction('Half'),
    endAction('interrupted'),
  );

  it('empties the reply and keeps the message', () => {
    const state = reduceChat(interruptedChat, { type: 'restarted', key: 'ai-1' });
    expect(state.messages.map(({ id, content }) => [id, content])).toEqual([
      ['g', 'text of g'],
      ['m1', 'Hello'],
      ['ai-m2', ''],
    ]);
  });

  it('shows the kept text of a continuation at once, and the text of the stream after it', () => {
    const state = reduceChat(interruptedChat, { type: 'restarted', key: 'ai-1', content: 'Half' });
    expect(state.liveReply?.text).toBe('Half');
    const continuedState = [
      eventAction({ type: 'replace', text: 'Half' }),
      pieceAction(' a loaf'),
    ].reduce(reduceChat, state);
    expect(continuedState.liveReply?.text).toBe('Half a loaf');
  });

  it('restores the partial text when it is refused', () => {
    const { messages } = interruptedChat;
    const state = [
      { type: 'restarted', key: 'ai-1' } as const,
      { type: 'restored', messages } as const,
    ].reduce<ChatState>(reduceChat, interruptedChat);
    expect(state).toMatchObject({ phase: 'failed', liveReply: null });
    expect(state.messages).toEqual(messages);
  });
});
