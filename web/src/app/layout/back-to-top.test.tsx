import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { BackToTop } from './back-to-top';

function simulateScroll(y: number) {
  vi.stubGlobal('scrollY', y);
  fireEvent.scroll(window);
}

// rule look-back-to-top
it('appears after more than 300 px and leads to the top', () => {
  const scrollToMock = vi.fn();
  vi.stubGlobal('scrollTo', scrollToMock);
  render(
    <main id="main" tabIndex={-1}>
      <BackToTop />
    </main>,
  );
  const button = () => screen.queryByRole('button', { name: 'Back to top' });
  simulateScroll(300);
  expect(button()).not.toBeInTheDocument();
  simulateScroll(301);
  fireEvent.click(screen.getByRole('button', { name: 'Back to top' }));
  expect(scrollToMock).toHaveBeenCalledWith({ top: 0, behavior: 'instant' });
  expect(screen.getByRole('main')).toHaveFocus();
  simulateScroll(0);
  expect(button()).not.toBeInTheDocument();
});
