import { expect, it } from 'vitest';
import { localTurn, messageFromRow } from '../state/message';
import { replyRow, userMessageRow } from '../test/fakes';
import { type AllowedTools, toolsOf } from './tools-of';

const greeting = messageFromRow(replyRow('g'));
const question = messageFromRow(userMessageRow('m1'));
const versions = ['m2', 'm3'].map((id) => ({ id, created_at: '2026-11-20T21:00:00Z' }));
const fakeReply = (over: object = {}) =>
  messageFromRow(replyRow('m2', { reply_to: 'm1', ...over }));

/** The names of the tools that the last message has. */
function lastToolNames(...messages: Parameters<typeof toolsOf>[0]): string[] {
  const tools = toolsOf(messages, messages.length - 1, false);
  return (Object.keys(tools) as (keyof AllowedTools)[]).filter((name) => tools[name]);
}

// rules messages-versions, messages-delete
it('neither deletes the greeting nor writes it again', () => {
  expect(lastToolNames(greeting)).toEqual(['rate', 'report']);
});

it('writes the last reply again', () => {
  expect(lastToolNames(greeting, question, fakeReply())).toEqual([
    'regenerate',
    'rate',
    'report',
    'remove',
  ]);
  expect(lastToolNames(greeting, question, fakeReply({ alternatives: versions }))).toContain(
    'flip',
  );
});

it('does not write a reply again whose message was deleted', () => {
  expect(lastToolNames(greeting, fakeReply())).toEqual(['rate', 'report', 'remove']);
});

// rule messages-continue
it.each(['stopped', 'interrupted', 'failed'])('goes on with a %s reply that has text', (status) => {
  expect(lastToolNames(greeting, question, fakeReply({ status }))).toContain('continue');
  expect(lastToolNames(greeting, question, fakeReply({ status, content: '' }))).not.toContain(
    'continue',
  );
});

it('has versions of the last reply only', () => {
  const messages = [
    greeting,
    question,
    fakeReply({ alternatives: versions }),
    messageFromRow(userMessageRow('m4')),
  ];
  expect(toolsOf(messages, 2, false)).toMatchObject({ flip: false, regenerate: false, rate: true });
  expect(lastToolNames(...messages)).toEqual(['edit', 'askForReply', 'remove']);
});

it('sends nothing in a closed chat', () => {
  const lastReply = fakeReply({ alternatives: versions, status: 'stopped' });
  const messages = [greeting, question, lastReply];
  const noSendingTools = {
    edit: false,
    askForReply: false,
    flip: false,
    regenerate: false,
    continue: false,
  };
  expect(toolsOf(messages, 2, true)).toMatchObject({ ...noSendingTools, remove: true, rate: true });
  expect(toolsOf(messages, 1, true)).toMatchObject({ ...noSendingTools, remove: true });
});

it('has nothing for messages that are not stored, nor for a running reply', () => {
  const turn = localTurn('Hello', 'user-1', '2026-11-20T21:00:00Z');
  expect(lastToolNames(greeting, turn.userMessage)).toEqual([]);
  expect(lastToolNames(greeting, question, fakeReply({ status: 'generating' }))).toEqual([]);
});
