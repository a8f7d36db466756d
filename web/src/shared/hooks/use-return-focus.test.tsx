import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useReturnFocus } from './use-return-focus';

const returnFocusByName: Record<string, () => void> = {};

function Overlay({ name }: { name: string }) {
  returnFocusByName[name] = useReturnFocus();
  return (
    <div role="dialog" aria-label={name}>
      <button type="button">inside {name}</button>
    </div>
  );
}

function Page({ overlays }: { overlays: string[] }) {
  return (
    <>
      <button type="button">opener</button>
      {overlays.map((name) => (
        <Overlay key={name} name={name} />
      ))}
    </>
  );
}

const focus = (name: string) => act(() => screen.getByRole('button', { name }).focus());

it('returns the focus through nested overlays', () => {
  const { rerender } = render(<Page overlays={[]} />);
  focus('opener');
  rerender(<Page overlays={['first']} />);
  focus('inside first');
  rerender(<Page overlays={['first', 'second']} />);
  focus('inside second');
  act(() => returnFocusByName['second']?.());
  expect(screen.getByRole('button', { name: 'inside first' })).toHaveFocus();
  act(() => returnFocusByName['first']?.());
  expect(screen.getByRole('button', { name: 'opener' })).toHaveFocus();
});

it('returns the focus to the page when one overlay has replaced another', () => {
  const { rerender } = render(<Page overlays={[]} />);
  focus('opener');
  rerender(<Page overlays={['login']} />);
  focus('inside login');
  rerender(<Page overlays={['register']} />);
  act(() => returnFocusByName['register']?.());
  expect(screen.getByRole('button', { name: 'opener' })).toHaveFocus();
});

it('remembers the opener on the page while the replacing overlay still loads', () => {
  const { rerender } = render(<Page overlays={[]} />);
  focus('opener');
  rerender(<Page overlays={['login']} />);
  focus('inside login');
  rerender(<Page overlays={[]} />);
  expect(document.body).toHaveFocus();
  rerender(<Page overlays={['register']} />);
  act(() => returnFocusByName['register']?.());
  expect(screen.getByRole('button', { name: 'opener' })).toHaveFocus();
});
