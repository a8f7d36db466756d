import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refusal } from '#/shared/test/server';
import { fakeServer } from '../test/fake-server';
import { fakeSession, replyRow, userMessageRow } from '../test/fakes';
import { renderChat } from '../test/render-chat';
import { type Note, paragraphsOf, sourceEntries } from './note';
import { outsideTexts } from './texts';

const note: Note = {
  content: 'She met Babbage in 1833.\n\n1843: Her notes appear.',
  sources: [
    {
      text: '1833: Meets Charles Babbage.',
      source: 'Fact sheet of Ada Lovelace',
      address: '',
    },
    {
      text: '1843: Her notes appear.',
      source: 'Taylor’s Scientific Memoirs',
      address: 'https://archive.example/notes',
    },
  ],
};
const messages = [replyRow('g'), userMessageRow('u', { content: 'When?' }), replyRow('r')];
const findOpenButton = () => screen.findByRole('button', { name: outsideTexts.open });
const findPanel = () => screen.findByRole('region', { name: 'Outside the scene not Ada Lovelace' });

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  Element.prototype.scrollIntoView = vi.fn();
});

// rule chat-step-outside
describe('a note beside the talk', () => {
  it('is offered at the last reply, and says whose it is not', async () => {
    const fake = fakeServer({ messages, noteRequestAnswers: [() => HttpResponse.json(note)] });
    const { user } = renderChat();
    expect(await screen.findAllByRole('button', { name: outsideTexts.open })).toHaveLength(1);
    await user.click(await findOpenButton());
    const panel = await findPanel();
    expect(await within(panel).findByText('She met Babbage in 1833.')).toBeVisible();
    expect(fake.noteRequestReplyIds).toEqual(['r']);
    const sources = within(panel).getAllByRole('listitem');
    expect(sources.map(({ textContent }) => textContent)).toEqual([
      '1833: Meets Charles Babbage. Fact sheet of Ada Lovelace',
      'Taylor’s Scientific Memoirs',
    ]);
    const link = within(panel).getByRole('link');
    expect(link).toHaveAttribute('href', 'https://archive.example/notes');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect(panel.querySelector('.coin, .display')).toBeNull();
    expect(panel.closest('.reply__text')).toBeNull();
  });

  it('takes the focus when it arrives, and Escape gives it back', async () => {
    fakeServer({ messages, noteRequestAnswers: [() => HttpResponse.json(note)] });
    const { user } = renderChat();
    const opener = await findOpenButton();
    opener.focus();
    await user.keyboard('{Enter}');
    const reopenedPanel = await findPanel();
    await waitFor(() => expect(reopenedPanel).toHaveFocus());
    await user.keyboard('{Escape}');
    expect(reopenedPanel).not.toBeInTheDocument();
    expect(opener).toHaveFocus();
  });

  it('does not move the focus while the user writes', async () => {
    let resolveAnswer = (_: Response) => {};
    const lateAnswer = new Promise<Response>((resolve) => {
      resolveAnswer = resolve;
    });
    fakeServer({ messages, noteRequestAnswers: [() => lateAnswer] });
    const { user } = renderChat();
    await user.click(await findOpenButton());
    expect(await screen.findByText(outsideTexts.waiting)).toBeVisible();
    const field = screen.getByRole('textbox', { name: /^Write to/ });
    await user.click(field);
    resolveAnswer(HttpResponse.json(note));
    await screen.findByText('She met Babbage in 1833.');
    expect(field).toHaveFocus();
  });

  it('is asked for once: closed and opened again it is the same', async () => {
    const fake = fakeServer({ messages, noteRequestAnswers: [() => HttpResponse.json(note)] });
    const { user } = renderChat();
    await user.click(await findOpenButton());
    await screen.findByText('She met Babbage in 1833.');
    await user.click(screen.getByRole('button', { name: outsideTexts.back }));
    expect(screen.queryByRole('region', { name: /^Outside/ })).toBeNull();
    expect(await findOpenButton()).toHaveFocus();
    await user.click(await findOpenButton());
    expect(await screen.findByText('She met Babbage in 1833.')).toBeVisible();
    expect(fake.noteRequestReplyIds).toHaveLength(1);
  });

  it('says why there is none, and can be tried again', async () => {
    const fake = fakeServer({
      messages,
      noteRequestAnswers: [
        () => refusal(409, 'A reply is still being written.', 'reply_running'),
        () => HttpResponse.json(note),
      ],
    });
    const { user } = renderChat();
    await user.click(await findOpenButton());
    expect(await screen.findByRole('alert')).toHaveTextContent('A reply is still being written.');
    await user.click(screen.getByRole('button', { name: outsideTexts.again }));
    expect(await screen.findByText('She met Babbage in 1833.')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(fake.noteRequestReplyIds).toHaveLength(2);
  });

  it('is not offered where nothing can be sent', async () => {
    fakeServer({ messages, session: fakeSession({ is_locked: true }, { is_free: false }) });
    renderChat();
    await screen.findByRole('log');
    await new Promise((resolve) => setTimeout(resolve, 50)); // the button is loaded lazily
    expect(screen.queryByRole('button', { name: outsideTexts.open })).toBeNull();
  });
});

it('names a source once, and leaves out a text that the note has', () => {
  const fact = { text: 'A fact.', source: 'Fact sheet', address: '' };
  const otherFact = { ...fact, text: 'Another.' };
  expect(sourceEntries({ content: 'A fact. Another.', sources: [fact, otherFact] })).toEqual([
    { text: '', source: 'Fact sheet', address: '' },
  ]);
  expect(sourceEntries({ content: 'No.', sources: [fact, otherFact, fact] })).toHaveLength(2);
  expect(paragraphsOf({ content: 'One.\n\nTwo.', sources: [] })).toEqual(['One.', 'Two.']);
});
