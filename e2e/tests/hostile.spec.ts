import { expect, test } from '../support/fixtures.ts';

test.use({ signedIn: true });

const hostileLines = [
  '<script>document.title = "taken"</script>',
  '<img src=x onerror="document.title = \'taken\'">',
  '<svg onload="document.title = \'taken\'"><a href="javascript:alert(1)">x</a></svg>',
  '[press me](javascript:document.title="taken")',
  '[press me](data:text/html;base64,PHNjcmlwdD4=)',
  '![a picture](https://example.org/spy.png)',
  '<iframe src="https://example.org"></iframe><style>body{display:none}</style>',
  '</textarea></div><h1>Ruin</h1>',
  '{{constructor.constructor("return 1")()}} #{7*7} %3Cscript%3E &lt;script&gt;',
  `x${'y'.repeat(3000)}`,
  '\u202Egnp.exe\u202C \uFEFF \u{E0041}',
  '- '.repeat(300),
];

/** A line as the server stores it, without bidirectional control characters. */
const withoutBidiControls = (text: string) => text.replace(/[\u202A-\u202E]/g, '');

// rule safety-hostile-text
test('hostile lines and replies are shown as plain text', async ({
  chat,
  context,
  model,
  page,
}) => {
  const requestedUrls: string[] = [];
  context.on('request', (request) => requestedUrls.push(request.url()));
  await chat.open();
  const title = await page.title();
  for (const [index, text] of hostileLines.entries()) {
    await model.answerWith({
      pieces: [`${index}: `, ...(text.match(/.{1,400}/gsu) ?? []), '\n\nend.'],
    });
    await chat.write(`${index} ${text}`);
    await chat.composer.press('Enter');
    await expect(chat.ownLines()).toHaveCount(index + 1);
    await expect(chat.newestReply()).toContainText('end.');
    await chat.expectNoRunningReply();
    await expect(chat.ownLines().last()).toContainText(
      withoutBidiControls(text).slice(0, 20).trim(),
    );
    await expect(chat.ownLines().last()).not.toContainText('\u202E');
  }
  await expect(page).toHaveTitle(title);
  await expect(chat.log.locator('script, iframe, style, img[src*="example.org"]')).toHaveCount(0);
  await expect(chat.log.locator('a[href^="javascript:"], a[href^="data:"]')).toHaveCount(0);
  await expect(chat.heading()).toHaveText('Ada Lovelace');
  expect(requestedUrls.filter((url) => url.includes('example.org'))).toEqual([]);
  const overflowPx = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overflowPx).toBe(0);
  await page.reload();
  await chat.expectOpen();
  await expect(chat.ownLines()).toHaveCount(hostileLines.length);
  await expect(page).toHaveTitle(title);
});

test('the page is served with a strict content security policy', async ({ page }) => {
  const response = await page.goto('/');
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'; script-src 'self';");
  expect(policy).not.toContain('unsafe-inline');
  expect(policy).not.toContain('unsafe-eval');
});
