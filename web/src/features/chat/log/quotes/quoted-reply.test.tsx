import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { ReplyText } from '../../markdown/reply-text';
import { type Quote, quoteRanges } from './quote';
import { QuotedReply } from './quoted-reply';
import { quoteTexts } from './texts';

const saying = 'If slavery is not wrong, nothing is wrong.';
const source = 'Letter to Albert G. Hodges, 4 April 1864';

/** A quote whose passage is the first occurrence of `words` in `text`. */
function quoteIn(text: string, words: string, overrides: Partial<Quote> = {}): Quote {
  const at = text.indexOf(words);
  const start = [...text.slice(0, at)].length;
  return {
    kind: 'documented',
    start,
    end: start + [...words].length,
    status: 'documented',
    text: saying,
    source,
    address: '',
    ...overrides,
  };
}

function renderReply(text: string, ...quotes: Quote[]) {
  return render(<QuotedReply text={text} quotes={quotes} />, { wrapper: MemoryRouter }).container;
}

const markedTexts = (replyElement: HTMLElement) =>
  [...replyElement.querySelectorAll('.quote')].map(({ textContent }) => textContent);
const sourceButton = () => screen.getByRole('button', { name: `${quoteTexts.open}: ${saying}` });

describe('a saying on record', () => {
  const text = 'I said: if slavery isn’t wrong, nothing is. *Yes.*';
  const words = 'if slavery isn’t wrong, nothing is';

  // rule words-documented
  it('is underlined and opens its source', async () => {
    const replyElement = renderReply(text, quoteIn(text, words));
    expect(markedTexts(replyElement)).toEqual([words]);
    expect(screen.queryByRole('note')).toBeNull();
    expect(sourceButton()).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(sourceButton());
    expect(sourceButton()).toHaveAttribute('aria-expanded', 'true');
    const sourceNote = screen.getByRole('note');
    expect(sourceNote.id).toBe(sourceButton().getAttribute('aria-controls'));
    expect(sourceNote).toHaveTextContent(`On record“${saying}”${source}`);
    expect(screen.queryByRole('link')).toBeNull();
    await userEvent.click(sourceButton());
    expect(screen.queryByRole('note')).toBeNull();
  });

  it('opens by a click on its words', async () => {
    renderReply(text, quoteIn(text, words));
    await userEvent.click(screen.getByText(words));
    expect(screen.getByRole('note')).toBeVisible();
  });

  it('opens with the keyboard; Escape closes it first and returns the focus', async () => {
    const focusField = vi.fn();
    render(
      // biome-ignore lint/a11y/noStaticElementInteractions: stands for the log
      <div onKeyDown={({ key }) => key === 'Escape' && focusField()}>
        <QuotedReply
          text={text}
          quotes={[quoteIn(text, words, { address: 'https://loc.example/a' })]}
        />
      </div>,
      { wrapper: MemoryRouter },
    );
    sourceButton().focus();
    await userEvent.keyboard('{Enter}');
    screen.getByRole('link', { name: quoteTexts.link }).focus();
    expect(screen.getByRole('note')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('note')).toBeNull();
    expect(sourceButton()).toHaveFocus();
    expect(focusField).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    expect(focusField).toHaveBeenCalledOnce();
  });

  it('closes when a pointer goes elsewhere', () => {
    renderReply(text, quoteIn(text, words));
    fireEvent.click(sourceButton());
    fireEvent.pointerDown(document.body);
    expect(screen.queryByRole('note')).toBeNull();
  });

  it('adds no Tab stop to the log', () => {
    renderReply(text, quoteIn(text, words));
    expect(sourceButton()).toHaveAttribute('tabindex', '-1');
  });

  it('links to a source that has an address, without a referrer', async () => {
    renderReply(text, quoteIn(text, words, { address: 'https://loc.example/hodges' }));
    await userEvent.click(sourceButton());
    const link = screen.getByRole('link', { name: quoteTexts.link });
    expect(link).toHaveAttribute('href', 'https://loc.example/hodges');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it.each([
    ['character', 'A line of a character'],
    ['attributed', 'Attributed, not proven'],
    ['misattributed', 'Often attributed, by mistake'],
    ['disputed', 'disputed'],
  ])('says that it is %s', async (status, words_) => {
    renderReply(text, quoteIn(text, words, { status }));
    await userEvent.click(sourceButton());
    expect(screen.getByRole('note')).toHaveTextContent(words_);
  });
});

// rule words-in-the-spirit
it('says of other quotations that they are in the spirit of somebody', () => {
  const text = 'He told me, “The house is a barn.” So it was.';
  const replyElement = renderReply(
    text,
    quoteIn(text, '“The house is a barn.”', { kind: 'spirit' }),
  );
  expect(markedTexts(replyElement)).toEqual(['“The house is a barn.”']);
  expect(replyElement).toHaveTextContent('“The house is a barn.” (in the spirit of) So it was.');
  expect(screen.queryByRole('button')).toBeNull();
});

describe('in Markdown', () => {
  it.each([
    ['emoji before it', '🎭 👩‍🚀 I said one two.', 'one two', ['one two']],
    ['emphasis in it', 'I said one *two* three.', 'one *two* three', ['one two three']],
    [
      'emphasis that ends in it',
      'I **said one two** three four.',
      'one two** three',
      ['one two three'],
    ],
    ['emphasis that begins in it', 'I said one **two three** four.', 'one **two', ['one two']],
    ['all of it emphasised', 'I said **one two**.', 'one two', ['one two']],
    ['emphasis around it', '**I said one two, yes**.', 'one two', ['one two']],
    ['escapes and entities', 'A\\* &amp; b: one &amp; *two*.', 'one &amp; *two*', ['one & two']],
    ['a list', '- zero\n- one two\n- three', 'one two', ['one two']],
    ['a quotation of two lines', '> zero one\n> two three', 'one\n> two', ['one\ntwo']],
    ['the second paragraph', 'Zero.\n\nI said one two.', 'one two', ['one two']],
    ['two paragraphs', 'one\n\ntwo', 'one\n\ntwo', []],
    ['code', 'I said `one two`.', 'one two', ['one two']],
  ])('marks a passage with %s', (_, text, words, expected) => {
    expect(markedTexts(renderReply(text, quoteIn(text, words)))).toEqual(expected);
  });

  it('draws a link in a passage as text', () => {
    const text = 'I said one [two](/blog) three.';
    expect(markedTexts(renderReply(text, quoteIn(text, 'one [two](/blog) three')))).toEqual([
      'one two three',
    ]);
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('marks several passages', () => {
    const text = 'one two three four';
    expect(markedTexts(renderReply(text, quoteIn(text, 'four'), quoteIn(text, 'two')))).toEqual([
      'two',
      'four',
    ]);
  });

  it('never changes the words of a reply', () => {
    const text = 'A **b *c* d** \\* &amp; [e](/blog).\n\n- f 🎭 g\n- h\n\n> i\n> j `k`';
    const plainView = render(<ReplyText text={text} live={false} />, { wrapper: MemoryRouter });
    const words = plainView.container.textContent?.replace(/\s/g, '');
    const codePointCount = [...text].length;
    for (let start = 0; start < codePointCount; start += 1) {
      for (let end = start + 1; end <= codePointCount; end += 3) {
        const quote = { ...quoteIn(text, text), start, end };
        const view = render(<QuotedReply text={text} quotes={[quote]} />, {
          wrapper: MemoryRouter,
        });
        expect(view.container.textContent?.replace(/\s/g, ''), `${start} to ${end}`).toBe(words);
        view.unmount();
      }
    }
  });
});

it('leaves out passages that are outside the text or overlap', () => {
  const quote = quoteIn('one two', 'one');
  const quoteAt = (start: number, end: number) => ({ ...quote, start, end });
  expect(
    quoteRanges('one 🎭 two', [
      quoteAt(4, 5),
      quoteAt(0, 3),
      quoteAt(2, 5),
      quoteAt(3, 99),
      quoteAt(5, 5),
      quoteAt(-1, 2),
    ]),
  ).toMatchObject([
    { from: 0, to: 3 },
    { from: 4, to: 6 },
  ]);
});
