import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { usePageTitle } from './use-page-title';

function Page({ title }: { title: string | null }) {
  usePageTitle(title);
  return null;
}

it('has the page before the product, whatever bidi controls the text contains', () => {
  const { rerender } = render(<Page title="Ada Lovelace" />);
  expect(document.title).toBe('Ada Lovelace | Colloquy');
  rerender(<Page title={'\u202Egnp.exe\u2066'} />);
  expect(document.title).toBe('gnp.exe | Colloquy');
  rerender(<Page title={'<script>'} />);
  expect(document.title).toBe('<script> | Colloquy');
  rerender(<Page title={null} />);
  expect(document.title).toBe('Colloquy');
});
