import { expect, it } from 'vitest';
import { finishedSentences } from './finished-sentences';
import { sentencesOf, spokenText } from './spoken-text';

// rule voice-speak-replies
it.each([
  'It weaves patterns. Numbers, too! And music? Yes.',
  '*smiles* It **weaves. Patterns** here. *pours tea* You look tired. Rest.',
  'Sit down. *pours. the tea* you look tired. I was *certain. Quite* of it. So.',
  'Read [my letters. All of them](https://letters.example/1) first. Then rest.',
  'See https://letters.example/1?a=b. For more. ![x](y) Done.',
  'Run this:\n```js\nalert(1). Now!\n```\nThen rest. Well.',
  '# A title. Yes.\n\n* One. Two.\n* Three *four. five* six.\n\n1. First. Second.',
  'A _quiet. man_, __very. quiet__. The snake_case. Name.',
  'It is 3.14. “Four.” he said. (Five.) Well... yes… no 👏🏽 friend. ❤️',
  'An unclosed *star. And then. More.\nA second line. It ends.',
])('is what the whole text begins with: %j', (text) => {
  const allSentences = sentencesOf(spokenText(text));
  for (let end = 0; end <= text.length; end += 1) {
    const sentencesSoFar = finishedSentences(text.slice(0, end));
    expect(allSentences.slice(0, sentencesSoFar.length), text.slice(0, end)).toEqual(
      sentencesSoFar,
    );
  }
});

it('leaves out the last sentence, which may still grow', () => {
  expect(finishedSentences('One. Two.')).toEqual(['One.']);
  expect(finishedSentences('One. Two. T')).toEqual(['One.', 'Two.']);
  expect(finishedSentences('')).toEqual([]);
});
