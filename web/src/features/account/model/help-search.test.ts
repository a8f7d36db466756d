import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { HelpContent } from '#/shared/api/types';
import { filterQuestions, findAnswers } from './help-search';

const help = JSON.parse(
  readFileSync(`${import.meta.dirname}/../../../../../seed/content/help.json`, 'utf8'),
) as HelpContent;

const ids = (list: { id: string }[]) => list.map(({ id }) => id);

describe('the search', () => {
  // rule help-search
  it.each([
    ['all', '', 10],
    ['payments', '', 2],
    ['all', 'PÀSSWORD', 2],
    ['account', 'refund', 0],
    ['all', '  ', 10],
    ['all', 'zither', 0],
  ])('in %s for %j finds %i', (category, typed, count) => {
    expect(filterQuestions(help.questions, category, typed)).toHaveLength(count);
  });
});

describe('the live chat', () => {
  // rule help-chat
  it.each([
    ['How do I get a refund?', 'money-back'],
    ['I forgot how long passwords are', 'password-length'],
    ['please delete my account', 'delete-account'],
    ['is napoleon a REAL person?', 'real-people'],
    ['does it work offline', 'offline'],
    ['what does it cost', 'plans'],
    ['the reply broke off', 'broken-reply'],
    ['how can I start chatting', 'start-a-chat'],
  ])('answers %j', (typed, id) => {
    expect(ids(findAnswers(help.questions, typed))[0]).toBe(id);
  });

  // rule help-chat
  it.each(['', 'how do I', 'zither strings', '???'])('has no answer to %j', (typed) => {
    expect(findAnswers(help.questions, typed)).toEqual([]);
  });

  // rule help-chat
  it('gives at most two answers', () => {
    expect(findAnswers(help.questions, 'password account character chat').length).toBe(2);
  });
});
