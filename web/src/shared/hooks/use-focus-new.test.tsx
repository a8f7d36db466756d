import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { useFocusNewElement } from './use-focus-new';

function GrowingList() {
  const [count, setCount] = useState(2);
  const { list, focusNext } = useFocusNewElement<HTMLDivElement>(count, 'a');
  return (
    <div ref={list}>
      {[...'abcd'].slice(0, count).map((name) => (
        <a key={name} href={`/${name}`}>
          {name}
        </a>
      ))}
      {count < 4 && (
        <button
          type="button"
          onClick={() => {
            focusNext();
            setCount(4);
          }}
        >
          more
        </button>
      )}
      <button type="button" onClick={() => setCount(3)}>
        three
      </button>
    </div>
  );
}

it('focuses the first new element after `focusNext`', async () => {
  const user = userEvent.setup();
  render(<GrowingList />);
  await user.click(screen.getByRole('button', { name: 'three' }));
  expect(screen.getByRole('button', { name: 'three' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'more' }));
  expect(screen.getByRole('link', { name: 'd' })).toHaveFocus();
});
