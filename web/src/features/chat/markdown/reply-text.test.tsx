import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { ReplyText } from './reply-text';

function renderReply(text: string, live = false) {
  return render(<ReplyText text={text} live={live} />, { wrapper: MemoryRouter }).container;
}

describe('safety', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#115;cript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    '/api/auth/google',
    '/blog/../api/auth/google',
    'blob:http://x',
    'https://evil.example/login',
    `https://${location.host}@evil.example/`,
    'mailto:ada@example.org',
  ])('makes no link to %s', (address) => {
    const view = renderReply(`[words](<${address}>)`);
    expect(screen.queryByRole('link')).toBeNull();
    expect(view).toHaveTextContent('words');
  });

  it.each([
    [
      'Your session expired. [Log in again](https://evil.example/login)',
      'Your session expired. Log in again (https://evil.example/login)',
    ],
    ['[words](https://bücher.example/)', 'words (https://xn--bcher-kva.example/)'],
    ['[words](mailto:ada@example.org)', 'words (ada@example.org)'],
    ['<https://example.org/a>', 'https://example.org/a'],
    ['[https://example.org](https://example.org)', 'https://example.org'],
    [
      '[https://bank.example/](https://evil.example/)',
      'https://bank.example/ (https://evil.example/)',
    ],
  ])('shows where %s leads, and leads nowhere', (text, shown) => {
    const view = renderReply(text);
    expect(screen.queryByRole('link')).toBeNull();
    expect(view.textContent).toBe(shown);
  });

  it('links to pages of this site, without a Tab stop of its own', () => {
    renderReply('[her page](/character/profile/ada-lovelace?x=1#y)');
    const link = screen.getByRole('link', { name: 'her page' });
    expect(link).toHaveAttribute('href', '/character/profile/ada-lovelace?x=1#y');
    expect(link).toHaveAttribute('tabindex', '-1');
    expect(link).not.toHaveAttribute('target');
  });

  // rule replies-markdown
  it('loads no picture', () => {
    const view = renderReply(
      '![a cat](https://example.org/cat.png) and ![](https://example.org/x.png)',
    );
    expect(view.querySelector('img')).toBeNull();
    expect(view).toHaveTextContent('a cat and');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<iframe src="https://evil.example"></iframe>',
    '<svg onload=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<style>*{display:none}</style>',
    'text with <b onclick="x()">tags</b> inside',
  ])('shows %s as text', (html) => {
    const view = renderReply(html);
    expect(view).toHaveTextContent(html);
    expect(view.querySelector('script, img, iframe, a, style, b, svg')).toBeNull();
  });
});

describe('markdown', () => {
  // rule replies-markdown
  it('shows paragraphs, emphasis, lists, quotes and code', () => {
    const view = renderReply(
      '**bold** *soft* `code`\n\n1. one\n2. two\n\n> quoted\n\n```\nblock\n```',
    );
    expect(view.querySelector('strong')).toHaveTextContent('bold');
    expect(view.querySelector('em')).toHaveTextContent('soft');
    expect(view.querySelectorAll('ol > li')).toHaveLength(2);
    expect(view.querySelector('blockquote')).toHaveTextContent('quoted');
    expect(view.querySelector('pre code')).toHaveTextContent('block');
  });

  it('wraps the items of a loose list in paragraphs, those of a tight one not', () => {
    expect(renderReply('- one\n\n- two').querySelectorAll('li > p')).toHaveLength(2);
    expect(renderReply('- one\n- two').querySelectorAll('li > p')).toHaveLength(0);
  });

  it('keeps the first number of a list, a broken line and a rule', () => {
    const view = renderReply('3. three\n\none  \ntwo\n\n---');
    expect(view.querySelector('ol')).toHaveAttribute('start', '3');
    expect(view.querySelectorAll('p br')).toHaveLength(1);
    expect(view.querySelectorAll('hr')).toHaveLength(1);
  });

  it('resolves a link by reference like any other', () => {
    const view = renderReply(
      '> [the album][1] and [words][2]\n>\n> [1]: /characters\n> [2]: https://evil.example/x',
    );
    expect(screen.getByRole('link', { name: 'the album' })).toHaveAttribute('href', '/characters');
    expect(view.textContent).toContain('words (https://evil.example/x)');
  });

  // rule replies-markdown
  it('adds no heading to the page', () => {
    const view = renderReply('# Title\n\nText');
    expect(screen.queryByRole('heading')).toBeNull();
    expect(view.querySelector('strong')).toHaveTextContent('Title');
  });
});

describe('while it streams', () => {
  const carets = (view: HTMLElement) => view.querySelectorAll('.caret');

  it('shows the caret before the first piece', () => {
    expect(carets(renderReply('', true))).toHaveLength(1);
  });

  it('has the caret inside the last paragraph', () => {
    const view = renderReply('One.\n\nTwo', true);
    expect(carets(view)).toHaveLength(1);
    expect(carets(view)[0]?.parentElement).toHaveTextContent('Two');
    expect(carets(view)[0]?.parentElement?.tagName).toBe('P');
  });

  it('has the caret inside the last list item', () => {
    expect(carets(renderReply('- one\n- two', true))[0]?.parentElement?.tagName).toBe('LI');
  });

  it('closes open markup', () => {
    const view = renderReply('It is *what to do', true);
    expect(view.querySelector('em')).toHaveTextContent('what to do');
    expect(view).not.toHaveTextContent('*');
  });

  it('never shows half a link', () => {
    const error = vi.spyOn(console, 'error');
    const view = renderReply('See [the book](https://exa', true);
    expect(view).toHaveTextContent('See the book');
    expect(screen.queryByRole('link')).toBeNull();
    expect(error).not.toHaveBeenCalled();
  });

  it('has no caret once it has ended', () => {
    expect(carets(renderReply('Done.'))).toHaveLength(0);
  });

  it('does not change finished blocks', () => {
    const { container, rerender } = render(<ReplyText text={'One.\n\nTwo'} live />, {
      wrapper: MemoryRouter,
    });
    const firstParagraph = container.querySelector('p');
    rerender(<ReplyText text={'One.\n\nTwo and more.\n\nThree'} live />);
    expect(container.querySelector('p')).toBe(firstParagraph);
    expect(container.querySelectorAll('p')).toHaveLength(3);
  });
});
