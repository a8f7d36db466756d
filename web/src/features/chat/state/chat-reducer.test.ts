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
import { type ChatState, isGenerating } from './chat-state';
import { localTurn } from './message';

describe('phases', () => {
  it.each<[string, ChatAction[], ChatState['phase']]>([
    ['nothing was sent', [newestPageAction], 'idle'],
    ['a line was sent', [newestPageAction, sentAction], 'waiting'],
    [
      'its reply begins',
      [newestPageAction, sentAction, acceptAction, pieceAction('Hi')],
      'streaming',
    ],
    [
      'the reply is complete',
      [newestPageAction, sentAction, pieceAction('Hi'), endAction('complete')],
      'settled',
    ],
    [
      'the reply was stopped',
      [newestPageAction, sentAction, pieceAction('Hi'), endAction('stopped')],
      'settled',
    ],
    ['the reply failed', [newestPageAction, sentAction, endAction('failed')], 'failed'],
    [
      'the line broke',
      [newestPageAction, sentAction, pieceAction('Hi'), endAction('interrupted')],
      'failed',
    ],
    ['the send was taken back', [newestPageAction, sentAction, { type: 'withdrawn' }], 'idle'],
    [
      'the stream was lost',
      [newestPageAction, sentAction, pieceAction('Hi'), { type: 'lost' }],
      'failed',
    ],
    [
      'the reader left',
      [newestPageAction, sentAction, pieceAction('Hi'), { type: 'detached' }],
      'idle',
    ],
    [
      'a failed reply is tried again',
      [newestPageAction, sentAction, endAction('failed'), { type: 'restarted', key: 'ai-1' }],
      'waiting',
    ],
    [
      'done follows complete',
      [
        newestPageAction,
        sentAction,
        pieceAction('Hi'),
        endAction('complete'),
        endAction('complete', 'done'),
      ],
      'settled',
    ],
    [
      'done comes alone',
      [newestPageAction, sentAction, pieceAction('Hi'), endAction('complete', 'done')],
      'settled',
    ],
  ])('when %s', (_, actions, phase) => {
    const state = reduceAll(...actions);
    expect(state.phase).toBe(phase);
    expect(state.liveReply !== null).toBe(isGenerating(phase));
  });
});

describe('a send', () => {
  // rule chat-shown-at-once
  it('shows the message and an empty reply at once', () => {
    const state = reduceAll(newestPageAction, sentAction);
    expect(state.messages.map(({ id, status }) => [id, status])).toEqual([
      ['g', 'complete'],
      ['user-1', 'complete'],
      ['ai-1', 'generating'],
    ]);
    expect(state.messages.map(({ isLocal: local }) => local)).toEqual([false, true, true]);
  });

  it('changes nothing while a reply runs', () => {
    const state = reduceAll(newestPageAction, sentAction);
    expect(reduceChat(state, { type: 'sent', ...localTurn('Again', 'user-2', 'now') })).toBe(state);
  });

  it('keeps the identity of the log while pieces arrive', () => {
    const stateBefore = reduceAll(newestPageAction, sentAction, acceptAction);
    const stateAfter = reduceChat(
      reduceChat(stateBefore, pieceAction('Good ')),
      pieceAction('day'),
    );
    expect(stateAfter.messages).toBe(stateBefore.messages);
    expect(stateAfter.liveReply?.text).toBe('Good day');
  });

  it('ends with stored ids under the same keys', () => {
    const state = reduceAll(
      newestPageAction,
      sentAction,
      acceptAction,
      pieceAction('Hi'),
      endAction('complete'),
    );
    expect(state.messages.slice(1).map(({ key, id, isLocal: local }) => [key, id, local])).toEqual([
      ['user-1', 'm1', false],
      ['ai-1', 'm2', false],
    ]);
    expect(lastMessage(state)).toMatchObject({ content: 'Hi', status: 'complete', replyTo: 'm1' });
  });

  it('applies suggestions after the end, but no pieces', () => {
    const state = reduceAll(
      newestPageAction,
      sentAction,
      pieceAction('Hi'),
      endAction('complete'),
      eventAction({ type: 'suggestions', list: ['A?'] }),
      pieceAction('late'),
    );
    expect(lastMessage(state)).toMatchObject({ content: 'Hi', suggestions: ['A?'] });
  });

  it('ignores pieces of another reply', () => {
    const state = reduceAll(
      newestPageAction,
      sentAction,
      eventAction({ type: 'piece', text: 'x' }, 'ai-0'),
    );
    expect(state.liveReply?.text).toBe('');
  });

  it('replaces its text by the text of the server', () => {
    const state = reduceAll(
      newestPageAction,
      sentAction,
      pieceAction('Hi **th'),
      eventAction({ type: 'replace', text: 'Hi there' }),
    );
    expect(state.liveReply?.text).toBe('Hi there');
  });

  it('replaces its text when the stream is replayed', () => {
    const state = reduceAll(
      newestPageAction,
      sentAction,
      pieceAction('Go'),
      { type: 'replayed' },
      pieceAction('Go'),
      pieceAction('od'),
    );
    expect(state.liveReply?.text).toBe('Good');
  });

  it('keeps partial text when the stream is lost', () => {
    const state = reduceAll(newestPageAction, sentAction, acceptAction, pieceAction('Half'), {
      type: 'lost',
    });
    expect(lastMessage(state)).toMatchObject({
      content: 'Half',
      status: 'interrupted',
      isLocal: false,
    });
  });

  it('fails without text when the stream is lost before the first word', () => {
    expect(
      lastMessage(reduceAll(newestPageAction, sentAction, acceptAction, { type: 'lost' })),
    ).toMatchObject({
      content: '',
      status: 'failed',
    });
  });
});

describe('a refused send', () => {
  const refusal = {
    errorMessage: 'HTTP error! status: 500',
    sentence: 'No.',
    showsError: true,
  };

  it('is removed from the log, and keeps the reason until the next send', () => {
    const state = reduceAll(
      newestPageAction,
      sentAction,
      { type: 'withdrawn' },
      { type: 'refused', refusal },
    );
    expect(state.messages.map(({ id }) => id)).toEqual(['g']);
    expect(state.refusal).toBe(refusal);
    const nextState = reduceChat(state, { type: 'sent', ...localTurn('Other', 'user-2', 'now') });
    expect(nextState.refusal).toBeNull();
  });
});

describe('text that was shown before a crash', () => {
  const cutRow = replyRow('m2', { status: 'interrupted', content: 'Half', reply_to: 'm1' });
  const page = {
    messages: [replyRow('g'), userMessageRow('m1', { client_id: 'user-1' }), cutRow],
    hasMore: false,
  };
  const readingActions = [
    newestPageAction,
    sentAction,
    acceptAction,
    pieceAction('Half a sentence'),
  ];

  it('stays when the stored text is shorter', () => {
    expect(lastMessage(reduceAll(...readingActions, { type: 'newest', page }))).toMatchObject({
      content: 'Half a sentence',
      status: 'interrupted',
    });
  });

  it('stays when the restarted stream is shorter, and after the next refetch', () => {
    const again: ChatAction[] = [
      { type: 'replayed' },
      eventAction({ type: 'replace', text: 'Half' }),
    ];
    const state = reduceAll(...readingActions, ...again, endAction('interrupted', 'done'), {
      type: 'newest',
      page,
    });
    expect(lastMessage(state).content).toBe('Half a sentence');
  });

  it('is replaced by a reply with another end', () => {
    const wholeRow = replyRow('m2', { content: 'Other words', reply_to: 'm1' });
    const state = reduceAll(...readingActions, {
      type: 'newest',
      page: { ...page, messages: [...page.messages.slice(0, 2), wholeRow] },
    });
    expect(lastMessage(state).content).toBe('Other words');
  });
});

describe('changes of stored messages', () => {
  const page = {
    messages: [
      replyRow('g'),
      userMessageRow('m1'),
      replyRow('m2', { reply_to: 'm1' }),
      userMessageRow('m3'),
    ],
    hasMore: false,
  };
  const state = reduceAll({ type: 'newest', page });

  it('puts an edited message in the place of the old one and all that follows', () => {
    const nextState = reduceChat(state, { ...sentAction, editedKey: 'm1' } as ChatAction);
    expect(nextState.messages.map(({ id }) => id)).toEqual(['g', 'user-1', 'ai-1']);
    expect(nextState.liveReply?.replyKey).toBe('ai-1');
    const restoredState = reduceChat(nextState, { type: 'restored', messages: state.messages });
    expect(restoredState.messages).toBe(state.messages);
    expect(restoredState.liveReply).toBeNull();
  });

  it('patches one message, or deletes it', () => {
    const ratedState = reduceChat(state, { type: 'changed', key: 'm2', patch: { feedback: 'up' } });
    expect(ratedState.messages.map(({ feedback }) => feedback)).toEqual([
      undefined,
      undefined,
      'up',
      undefined,
    ]);
    const stateWithoutTurn = reduceChat(state, { type: 'changed', key: 'm1', patch: null });
    expect(stateWithoutTurn.messages.map(({ id }) => id)).toEqual(['g', 'm2', 'm3']);
  });
});

describe('actions without a running reply', () => {
  const state = reduceAll(newestPageAction);
  it.each<ChatAction>([
    { type: 'replayed' },
    { type: 'stopPressed' },
    { type: 'lost' },
    { type: 'detached' },
    { type: 'accepted', key: 'x' },
    pieceAction('x'),
    { type: 'unreadable' },
  ])('%o changes nothing', (action) => {
    expect(reduceChat(state, action)).toBe(state);
  });

  it('fails to load when the first page does not arrive', () => {
    expect(reduceAll({ type: 'unreadable' }).loadState).toBe('failed');
  });
});
