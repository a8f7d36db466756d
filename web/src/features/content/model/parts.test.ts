import { expect, it } from 'vitest';
import { fakeBlock } from '#/shared/test/content';
import { partsOf } from './parts';

it('groups blocks under the heading before them', () => {
  const lead = fakeBlock({ paragraph: 'Lead.' });
  const first = fakeBlock({ type: 'section', heading: 'One', paragraph: 'First.' });
  const more = fakeBlock({ paragraph: 'More.' });
  const list = fakeBlock({ type: 'list', items: ['a'] });
  const second = fakeBlock({ type: 'section', heading: 'Two' });
  expect(partsOf([lead, first, more, list, second])).toEqual([
    { heading: '', blocks: [lead] },
    { heading: 'One', blocks: [first, more, list] },
    { heading: 'Two', blocks: [second] },
  ]);
  expect(partsOf([])).toEqual([]);
});
