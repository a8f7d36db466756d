import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeBlock, fakePage } from '#/shared/test/content';
import { deferred } from '#/shared/test/deferred';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { ContactScreen } from './contact-screen';

const field = (name: string) => screen.getByRole('textbox', { name });
const sendButton = () => screen.getByRole('button', { name: /Send/ });

const page = fakePage({
  key: 'contact-us',
  title: 'Contact Us',
  intro: 'We are slower, but we are real.',
  effective: '',
  sections: [fakeBlock({ paragraph: 'A person reads it.' })],
  supportEmail: 'help@colloquy.example',
  address: 'Colloquy\n1 Ruling Pen Lane',
});

let postedBodies: unknown[] = [];

beforeEach(() => {
  postedBodies = [];
  server.use(
    http.get('*/api/pages/contact-us', () => HttpResponse.json(page)),
    http.post('*/api/contact', async ({ request }) => {
      postedBodies.push(await request.json());
      return HttpResponse.json({ success: true, message: 'Thank you' }, { status: 201 });
    }),
  );
});

async function openContact() {
  const view = renderApp(<ContactScreen notFound={<p>no page</p>} />);
  await screen.findByRole('heading', { level: 1, name: 'Contact Us' });
  return view.user;
}

async function fillForm(user: UserEvent) {
  await user.type(field('Name'), ' Mirela ');
  await user.type(field('Email'), 'mirela@postbox.example');
  await user.type(field('Subject'), 'The soup');
  await user.type(field('Message'), 'It was cold.');
}

describe('the page', () => {
  // rules contact-reach, contact-message-field
  it('shows the addresses and hours of support', async () => {
    await openContact();
    expect(document.title).toBe('Contact Us | Colloquy');
    expect(screen.getByRole('link', { name: 'help@colloquy.example' })).toHaveAttribute(
      'href',
      'mailto:help@colloquy.example',
    );
    expect(screen.getByText(/1 Ruling Pen Lane/)).toBeVisible();
    expect(screen.getByText('Mon-Fri 9:00-18:00 IST')).toBeVisible();
    expect(screen.getByText('A person reads it.')).toBeVisible();
    expect(field('Message')).toHaveAttribute('rows', '6');
  });

  // rule contact-reach
  it('hides addresses that the operator has not set', async () => {
    server.use(
      http.get('*/api/pages/contact-us', () =>
        HttpResponse.json({ ...page, supportEmail: '', address: '' }),
      ),
    );
    await openContact();
    expect(screen.queryByText('Address')).not.toBeInTheDocument();
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });
});

describe('the form', () => {
  // rule contact-errors
  it('checks on submit, shows each error at its field and focuses the first', async () => {
    const user = await openContact();
    await user.type(field('Email'), 'mirela@postbox');
    await user.type(field('Message'), '   ');
    await user.click(sendButton());
    expect(field('Name')).toHaveAccessibleDescription('Name is required');
    expect(field('Email')).toHaveAccessibleDescription('Please enter a valid email address');
    expect(field('Subject')).toHaveAccessibleDescription('Subject is required');
    expect(field('Message')).toHaveAccessibleDescription('Message is required 0 / 1000');
    expect(field('Name')).toHaveFocus();
    expect(postedBodies).toEqual([]);
  });

  // rule contact-errors
  it('clears the error of an edited field and of no other', async () => {
    const user = await openContact();
    await user.click(sendButton());
    await user.type(field('Subject'), 'x');
    expect(field('Subject')).toBeValid();
    expect(field('Subject')).not.toHaveAccessibleDescription();
    expect(field('Name')).toHaveAccessibleDescription('Name is required');
  });

  // rule contact-message-field
  it('counts the characters of the message', async () => {
    const user = await openContact();
    await user.click(field('Message'));
    await user.paste('x'.repeat(1001));
    expect(screen.getByText('1001 / 1000').parentElement).toHaveClass('contact__count--over');
    await user.click(sendButton());
    expect(field('Message')).toHaveAccessibleDescription(
      'Message must be at most 1000 characters long 1001 / 1000',
    );
  });

  // rule contact-thanks
  it('sends the trimmed message once, shows that it is sending, then thanks', async () => {
    const { promise, resolve } = deferred<void>();
    server.use(
      http.post('*/api/contact', async ({ request }) => {
        postedBodies.push(await request.json());
        await promise;
        return HttpResponse.json({ success: true }, { status: 201 });
      }),
    );
    const user = await openContact();
    await fillForm(user);
    await user.click(sendButton());
    expect(await screen.findByRole('button', { name: 'Sending...' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await user.click(sendButton());
    await user.type(field('Subject'), '{Enter}');
    resolve();
    const thanksHeading = await screen.findByRole('heading', {
      name: 'Thank you for your message!',
    });
    expect(thanksHeading).toHaveFocus();
    expect(screen.getByText('We will reach out to you soon.')).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(postedBodies).toEqual([
      {
        name: 'Mirela',
        email: 'mirela@postbox.example',
        subject: 'The soup',
        message: 'It was cold.',
      },
    ]);
  });

  it.each([
    ['the server refuses', () => refusal(429, 'Too many messages'), 'Too many messages'],
    ['the server breaks', () => refusal(500, ''), 'The message could not be sent.'],
    ['there is no network', () => HttpResponse.error(), 'The message could not be sent.'],
  ])('keeps what was typed when %s', async (_, answer, text) => {
    server.use(http.post('*/api/contact', answer));
    const user = await openContact();
    await fillForm(user);
    await user.click(sendButton());
    expect(await screen.findByText(text)).toBeVisible();
    expect(field('Message')).toHaveValue('It was cold.');
    expect(field('Name')).toHaveValue(' Mirela ');
    expect(sendButton()).not.toHaveAttribute('aria-disabled');
  });

  // rule contact-hidden-field
  it('hides the honeypot field from people, and empties it after a failure', async () => {
    server.use(
      http.post('*/api/contact', async ({ request }) => {
        postedBodies.push(await request.json());
        if (postedBodies.length > 1) return HttpResponse.json({ success: true }, { status: 201 });
        return refusal(422, 'Please press Send Message once more.', 'looks_automatic');
      }),
    );
    const user = await openContact();
    expect(screen.getAllByRole('textbox')).toHaveLength(4);
    const honeypot = screen.getByLabelText('Leave this empty');
    expect(honeypot).toHaveAttribute('tabindex', '-1');
    await fillForm(user);
    await user.type(honeypot, 'https://shop.example');
    await user.click(sendButton());
    expect(await screen.findByText('Please press Send Message once more.')).toBeVisible();
    expect(field('Message')).toHaveValue('It was cold.');
    await user.click(sendButton());
    await screen.findByRole('heading', { name: 'Thank you for your message!' });
    expect(postedBodies).toEqual([
      expect.objectContaining({ website: 'https://shop.example' }),
      expect.not.objectContaining({ website: expect.anything() }),
    ]);
  });

  it('shows a refusal at the field that it names', async () => {
    server.use(
      http.post('*/api/contact', () =>
        refusal(422, 'Check the fields', 'validation', { email: 'No such place' }),
      ),
    );
    const user = await openContact();
    await fillForm(user);
    await user.click(sendButton());
    await waitFor(() => expect(field('Email')).toHaveAccessibleDescription('No such place'));
    expect(field('Email')).toHaveFocus();
    expect(screen.queryByText('Check the fields')).not.toBeInTheDocument();
  });
});
