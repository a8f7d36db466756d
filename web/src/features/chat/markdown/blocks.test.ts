import { describe, expect, it } from 'vitest';
import { splitBlocks } from './blocks';

describe('splitBlocks', () => {
  const cases: [string, string, string[]][] = [
    ['nothing', '', []],
    ['blank lines', '\n\n \n', []],
    ['one paragraph', 'one\ntwo', ['one\ntwo']],
    ['two paragraphs', 'one\n\ntwo', ['one', 'two']],
    ['many blank lines', 'one\n\n\n\ntwo\n\n', ['one', 'two']],
    ['a fence with a blank line', '```\na\n\nb\n```\n\nc', ['```\na\n\nb\n```', 'c']],
    ['a fence that is still open', 'x\n\n```js\na\n\nb', ['x', '```js\na\n\nb']],
    ['another mark inside a fence', '~~~\n```\n\n~~~\n\nb', ['~~~\n```\n\n~~~', 'b']],
    ['a loose list', '- a\n\n- b\n\nend', ['- a\n\n- b', 'end']],
    ['a loose numbered list', '1. a\n\n2. b', ['1. a\n\n2. b']],
    ['a list item of two paragraphs', '- a\n\n  more\n\nend', ['- a\n\n  more', 'end']],
    ['a list after a paragraph', 'a\n\n- b', ['a', '- b']],
    ['a dash that is no list', 'a\n\n-b', ['a', '-b']],
  ];
  it.each(cases)('splits %s', (_, markdown, blocks) => {
    expect(splitBlocks(markdown)).toEqual(blocks);
  });

  it('changes only the last blocks while a text grows', () => {
    const text =
      'First.\n\n- a\n- b\n\n  c\n\n```\ncode\n\nmore\n```\n\n1. x\n\n2. y\n\nLast words.';
    let blocksBefore: string[] = [];
    for (let end = 1; end <= text.length; end += 1) {
      const blocksNow = splitBlocks(text.slice(0, end));
      // The next character may merge the last two blocks: it may begin a further item of a list.
      const unchangedBlocks = blocksBefore.slice(0, -2);
      expect(blocksNow.slice(0, unchangedBlocks.length)).toEqual(unchangedBlocks);
      blocksBefore = blocksNow;
    }
  });
});
