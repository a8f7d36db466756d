import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { server } from '#/shared/test/server';
import { LazyTalkRecap } from './lazy-previously';

function renderTalkRecap(previously: string) {
  server.use(
    http.get('*/api/messages/u1_20/memory', () =>
      HttpResponse.json({ data: [], summary: '', previously }),
    ),
  );
  return renderApp(
    <Suspense>
      <LazyTalkRecap userId="u1" conversationId="u1_20" />
      <p>below</p>
    </Suspense>,
    { user: fakeUser() },
  ).user;
}

// rule memory-previously
it('recalls the talk until it is closed', async () => {
  const user = renderTalkRecap('They spoke of rivers.\nYour last words: “And the bridge?”');
  const note = await screen.findByRole('complementary', { name: 'Previously' });
  expect(note).toHaveTextContent('Your last words: “And the bridge?”');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('complementary')).toBeNull();
});

// rule memory-previously
it('shows nothing where there is nothing to recall', async () => {
  renderTalkRecap('');
  expect(await screen.findByText('below')).toBeVisible();
  expect(screen.queryByRole('complementary')).toBeNull();
});
