import { expect, it } from 'vitest';
import { fakeBlock } from '#/shared/test/content';
import { textPartsOf } from './parts';

it('groups blocks under the heading before them', () => {
  const leadBlock = fakeBlock({ paragraph: 'Lead.' });
  const firstSection = fakeBlock({ type: 'section', heading: 'One', paragraph: 'First.' });
  const moreBlock = fakeBlock({ paragraph: 'More.' });
  const list = fakeBlock({ type: 'list', items: ['a'] });
  const secondSection = fakeBlock({ type: 'section', heading: 'Two' });
  expect(textPartsOf([leadBlock, firstSection, moreBlock, list, secondSection])).toEqual([
    { heading: '', blocks: [leadBlock] },
    { heading: 'One', blocks: [firstSection, moreBlock, list] },
    { heading: 'Two', blocks: [secondSection] },
  ]);
  expect(textPartsOf([])).toEqual([]);
});
