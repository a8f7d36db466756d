import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useLocation } from 'react-router';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HelpContent } from '#/shared/api/types';
import { fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { setDesktop } from '#/shared/test/screen-size';
import { refusal, server } from '#/shared/test/server';
import { AccountScreen } from '../../components/account-screen';
import { fakeHelp } from '../../test/fake-help';

function ShownLocationState() {
  return <p data-testid="state">{JSON.stringify(useLocation().state)}</p>;
}

async function openHelp(over: Partial<HelpContent> = {}) {
  server.use(http.get('*/api/help', () => HttpResponse.json(fakeHelp(over))));
  const me = fakeUser();
  const view = renderApp(
    <>
      <AccountScreen user={me} section="help" />
      <ShownLocationState />
    </>,
    { user: me, url: '/user?section=help' },
  );
  await screen.findByRole('heading', { name: 'Frequently asked' });
  return view;
}

const questionButton = (name: string) => screen.queryByRole('button', { name });
const answerText = (text: string) => screen.getByText(text);

// Loads the module before the tests, so that the first test of the live chat does not wait for it.
beforeAll(() => import('./live-chat'));

beforeEach(() => setDesktop(true));

describe('the questions', () => {
  // rule help-search
  it('open their answers, the first at the start', async () => {
    const { user } = await openHelp();
    expect(questionButton('How long must my password be?')).toHaveAttribute(
      'aria-expanded',
      'true',
    );
    expect(answerText('6 to 30 characters.')).toBeVisible();
    await user.click(questionButton('Can I have my money back?') as HTMLElement);
    expect(screen.getByRole('link', { name: 'Refund Policy' })).toBeVisible();
    expect(answerText('6 to 30 characters.')).not.toBeVisible();
    await user.click(questionButton('Can I have my money back?') as HTMLElement);
    expect(questionButton('Can I have my money back?')).toHaveAttribute('aria-expanded', 'false');
  });

  // rule help-search
  it('are filtered by category and text', async () => {
    const { user } = await openHelp();
    const categoryNames = within(screen.getByRole('group', { name: 'Category' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
    expect(categoryNames).toEqual(['All', 'Account', 'Payments']);
    await user.click(screen.getByRole('button', { name: 'Payments' }));
    expect(screen.getByRole('button', { name: 'Payments' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    expect(questionButton('How long must my password be?')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'All' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search for help' }), 'A LA CARTE');
    expect(questionButton('How long must my password be?')).toBeNull();
    expect(questionButton('Can I have my money back?')).toBeVisible();
    expect(screen.getByText('1 answer')).toBeInTheDocument();
  });

  // rule help-search
  it('say that nothing matches, and the search can be cleared', async () => {
    const { user } = await openHelp();
    const search = screen.getByRole('searchbox', { name: 'Search for help' });
    await user.type(search, 'zither');
    expect(screen.getByText('No answers found')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1) as HTMLElement);
    expect(search).toHaveValue('');
    expect(search).toHaveFocus();
    expect(questionButton('Can I have my money back?')).toBeVisible();
  });
});

describe('the contacts', () => {
  // rule help-contacts
  it('write a mail, and ask for a call back where there is no number', async () => {
    const { user, address } = await openHelp();
    expect(screen.getByRole('link', { name: /^Email Support/ })).toHaveAttribute(
      'href',
      'mailto:help@colloquy.example',
    );
    await user.click(screen.getByRole('link', { name: /^Phone Support.*Ask for a call back$/ }));
    expect(address()).toBe('/contact-us');
    expect(screen.getByTestId('state')).toHaveTextContent('"subject":"Please call me back"');
  });

  // rule help-contacts
  it('call the number of support', async () => {
    await openHelp({ support_phone: '+1 (555) 010-0199' });
    expect(screen.getByRole('link', { name: /^Phone Support/ })).toHaveAttribute(
      'href',
      'tel:+15550100199',
    );
  });
});

describe('the live chat', () => {
  async function openChat() {
    const view = await openHelp();
    await view.user.click(screen.getByRole('button', { name: /^Live Chat/ }));
    const chat = within(await screen.findByRole('dialog', { name: 'Live Chat' }));
    return { ...view, chat, field: chat.getByRole('textbox', { name: 'Your question' }) };
  }

  // rule help-chat
  it('answers at once and says that nobody reads it', async () => {
    const { user, chat, field } = await openChat();
    expect(chat.getByText(/no person reads this chat/)).toBeVisible();
    expect(field).toHaveFocus();
    await user.type(field, 'refunds please{Enter}');
    const log = chat.getByRole('log');
    expect(log).toHaveTextContent(/refunds please.*Can I have my money back\?.*Within 3 days/);
    expect(field).toHaveValue('');
    await user.keyboard('{Enter}');
    expect(log.children).toHaveLength(1);
  });

  // rule help-chat
  it('hands the question over to a person', async () => {
    const { user, chat, field, address } = await openChat();
    await user.type(field, 'zither{Enter}');
    expect(chat.getByText(/I have no answer to that/)).toBeVisible();
    await user.click(chat.getByRole('link', { name: 'Write to a person' }));
    await waitFor(() => expect(address()).toBe('/contact-us'));
    expect(screen.getByTestId('state')).toHaveTextContent('"message":"zither"');
  });
});

// rules help-hours, help-content
it('shows hours, response times and resources', async () => {
  await openHelp();
  const supportAside = within(screen.getByRole('complementary', { name: 'Support' }));
  expect(supportAside.getByText('Mon-Fri').nextSibling).toHaveTextContent('9:00-18:00 IST');
  expect(supportAside.getByText('Chat').nextSibling).toHaveTextContent('instant');
  expect(supportAside.getByText('The chat answers by itself.')).toBeVisible();
  expect(supportAside.getByRole('link', { name: /Guide/ })).toHaveAttribute(
    'href',
    '/community-guide',
  );
});

it('says that it could not be fetched', async () => {
  server.use(http.get('*/api/help', () => refusal(503, 'down'), { once: true }));
  const me = fakeUser();
  const { user } = renderApp(<AccountScreen user={me} section="help" />, { user: me });
  expect(await screen.findByText('The help pages could not be fetched.')).toBeVisible();
  server.use(http.get('*/api/help', () => HttpResponse.json(fakeHelp())));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Frequently asked' })).toBeVisible();
});
