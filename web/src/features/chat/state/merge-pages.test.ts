import { describe, expect, it } from 'vitest';
import type { Message } from '#/shared/api/types';
import { replyRow, userMessageRow } from '../test/fakes';
import { mergeNewest, mergeOlder } from './merge-pages';
import { localTurn, messageFromRow } from './message';

const now = '2026-11-20T21:00:00Z';
const emptyLog = { messages: [], hasMore: false };
const messageIds = (log: { messages: readonly { id: string }[] }) =>
  log.messages.map(({ id }) => id);

describe('mergeNewest', () => {
  it('fills an empty log', () => {
    const log = mergeNewest(emptyLog, {
      messages: [replyRow('a'), userMessageRow('b')],
      hasMore: true,
    });
    expect(messageIds(log)).toEqual(['a', 'b']);
    expect(log.hasMore).toBe(true);
  });

  it('keeps the identity of what has not changed', () => {
    const page = {
      messages: [replyRow('a', { suggestions: ['x'] }), userMessageRow('b')],
      hasMore: false,
    };
    const logBefore = mergeNewest(emptyLog, page);
    const logAfter = mergeNewest(logBefore, structuredClone(page));
    expect(logAfter.messages[0]).toBe(logBefore.messages[0]);
    expect(logAfter.messages[1]).toBe(logBefore.messages[1]);
  });

  it('adopts changed rows', () => {
    const logBefore = mergeNewest(emptyLog, { messages: [replyRow('a')], hasMore: false });
    const logAfter = mergeNewest(logBefore, {
      messages: [replyRow('a', { suggestions: ['new'] })],
      hasMore: false,
    });
    expect(logAfter.messages[0]?.suggestions).toEqual(['new']);
  });

  const quote = {
    start: 0,
    end: 5,
    kind: 'documented',
    text: 'Hello',
    source: 'A letter',
    address: 'https://example.org/',
    status: 'certain',
  } as const;
  const version = { id: 'v1', guidance: 'Shorter', created_at: now };

  it.each<[string, Partial<Message>]>([
    ['start', { quotes: [{ ...quote, start: 1 }] }],
    ['end', { quotes: [{ ...quote, end: 6 }] }],
    ['kind', { quotes: [{ ...quote, kind: 'spirit' }] }],
    ['text', { quotes: [{ ...quote, text: 'Hallo' }] }],
    ['source', { quotes: [{ ...quote, source: 'A diary' }] }],
    ['address', { quotes: [{ ...quote, address: '' }] }],
    ['status', { quotes: [{ ...quote, status: 'disputed' }] }],
    ['number of quotes', { quotes: [quote, quote] }],
    ['version', { alternatives: [{ ...version, id: 'v2' }] }],
    ['guidance', { alternatives: [{ ...version, guidance: 'Longer' }] }],
    ['number of versions', { alternatives: [version, version] }],
  ])('adopts a changed %s', (_, change) => {
    const row = replyRow('a', { quotes: [quote], alternatives: [version] });
    const logBefore = mergeNewest(emptyLog, { messages: [row], hasMore: false });
    const sameLog = mergeNewest(logBefore, { messages: [structuredClone(row)], hasMore: false });
    expect(sameLog.messages[0]).toBe(logBefore.messages[0]);
    const logAfter = mergeNewest(sameLog, { messages: [{ ...row, ...change }], hasMore: false });
    expect(logAfter.messages[0]).not.toBe(logBefore.messages[0]);
  });

  it('keeps older pages that it overlaps, with their hasMore', () => {
    const logBefore = mergeNewest(emptyLog, {
      messages: [replyRow('a'), replyRow('b'), replyRow('c')],
      hasMore: false,
    });
    const logAfter = mergeNewest(logBefore, {
      messages: [replyRow('c'), replyRow('d')],
      hasMore: true,
    });
    expect(messageIds(logAfter)).toEqual(['a', 'b', 'c', 'd']);
    expect(logAfter.hasMore).toBe(false);
  });

  it('drops older pages rather than leave a gap', () => {
    const logBefore = mergeNewest(emptyLog, {
      messages: [replyRow('a'), replyRow('b')],
      hasMore: false,
    });
    const logAfter = mergeNewest(logBefore, {
      messages: [replyRow('y'), replyRow('z')],
      hasMore: true,
    });
    expect(messageIds(logAfter)).toEqual(['y', 'z']);
    expect(logAfter.hasMore).toBe(true);
  });

  it('drops rows that the server no longer has', () => {
    const logBefore = mergeNewest(emptyLog, {
      messages: [replyRow('a'), replyRow('b'), replyRow('c')],
      hasMore: false,
    });
    expect(
      messageIds(
        mergeNewest(logBefore, { messages: [replyRow('a'), replyRow('c')], hasMore: false }),
      ),
    ).toEqual(['a', 'c']);
  });

  it('recognises a turn made by this tab, and keeps its keys', () => {
    const { userMessage, reply } = localTurn('Hello', 'user-1', now);
    const log = { messages: [messageFromRow(replyRow('a')), userMessage, reply], hasMore: false };
    const storedMessages = [
      replyRow('a'),
      userMessageRow('m1', { content: 'Hello', client_id: 'user-1' }),
      replyRow('m2', { reply_to: 'm1', content: 'Hi' }),
    ];
    const logAfter = mergeNewest(log, { messages: storedMessages, hasMore: false });
    expect(messageIds(logAfter)).toEqual(['a', 'm1', 'm2']);
    expect(logAfter.messages.map(({ key }) => key)).toEqual(['a', 'user-1', 'ai-1']);
    expect(logAfter.messages.every(({ isLocal: local }) => !local)).toBe(true);
  });

  it('recognises a reply that is generated again', () => {
    const regeneratedReply = { ...messageFromRow(replyRow('m2', { reply_to: 'm1' })), id: 'ai-m2' };
    const log = {
      messages: [messageFromRow(userMessageRow('m1')), regeneratedReply],
      hasMore: false,
    };
    const logAfter = mergeNewest(log, {
      messages: [userMessageRow('m1'), replyRow('m3', { reply_to: 'm1' })],
      hasMore: false,
    });
    expect(logAfter.messages.map(({ id, key }) => [id, key])).toEqual([
      ['m1', 'm1'],
      ['m3', 'm2'],
    ]);
  });

  it('does not apply the old failure to a reply that is generated again', () => {
    const regeneratedReply = {
      ...messageFromRow(replyRow('m2', { reply_to: 'm1' })),
      id: 'ai-m2',
      content: '',
    };
    const log = {
      messages: [messageFromRow(userMessageRow('m1')), regeneratedReply],
      hasMore: false,
    };
    const staleRows = [userMessageRow('m1'), replyRow('m2', { reply_to: 'm1', status: 'failed' })];
    const logAfter = mergeNewest(log, { messages: staleRows, hasMore: false });
    expect(messageIds(logAfter)).toEqual(['m1', 'ai-m2']);
    expect(logAfter.messages[1]).toBe(regeneratedReply);
  });

  it('keeps the key of a reply when another version takes its place', () => {
    const versions = [
      { id: 'm2', created_at: now },
      { id: 'm3', created_at: now },
    ];
    const row = (id: string) => replyRow(id, { reply_to: 'm1', alternatives: versions });
    const page = (id: string) => ({
      messages: [replyRow('g'), userMessageRow('m1', { client_id: '' }), row(id)],
      hasMore: false,
    });
    const logBefore = mergeNewest(emptyLog, page('m2'));
    const logAfter = mergeNewest(logBefore, page('m3'));
    expect(logAfter.messages.map(({ id, key }) => [id, key])).toEqual([
      ['g', 'g'],
      ['m1', 'm1'],
      ['m3', 'm2'],
    ]);
    expect(logAfter.messages[2]?.versions).toEqual(versions);
  });

  it('adopts a new rating and new versions', () => {
    const row = (over: object) => ({ messages: [replyRow('a', over)], hasMore: false });
    const logBefore = mergeNewest(emptyLog, row({}));
    const ratedLog = mergeNewest(logBefore, row({ feedback: 'down' }));
    expect(ratedLog.messages[0]?.feedback).toBe('down');
    const logWithVersion = mergeNewest(
      ratedLog,
      row({ alternatives: [{ id: 'a', created_at: now }] }),
    );
    expect(logWithVersion.messages[0]?.versions).toHaveLength(1);
  });

  it('keeps local entries at the end', () => {
    const { userMessage, reply } = localTurn('Hello', 'user-1', now);
    const log = { messages: [messageFromRow(replyRow('a')), userMessage, reply], hasMore: false };
    const logAfter = mergeNewest(log, { messages: [replyRow('a'), replyRow('b')], hasMore: false });
    expect(messageIds(logAfter)).toEqual(['a', 'b', 'user-1', 'ai-1']);
  });

  it('does not match a greeting with a running reply', () => {
    const { userMessage, reply } = localTurn('Hello', 'user-1', now);
    const logAfter = mergeNewest(
      { messages: [userMessage, reply], hasMore: false },
      { messages: [replyRow('greeting')], hasMore: false },
    );
    expect(messageIds(logAfter)).toEqual(['greeting', 'user-1', 'ai-1']);
  });
});

it('prepends an older page without duplicates', () => {
  const log = mergeNewest(emptyLog, { messages: [replyRow('c'), replyRow('d')], hasMore: true });
  const logAfter = mergeOlder(log, {
    messages: [replyRow('a'), replyRow('b'), replyRow('c')],
    hasMore: false,
  });
  expect(messageIds(logAfter)).toEqual(['a', 'b', 'c', 'd']);
  expect(logAfter.hasMore).toBe(false);
});
