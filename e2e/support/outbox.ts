import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** What a mail about a forgotten password contains. */
interface ResetMail {
  /** The one-time code. */
  otp: string;
  /** The token of the link. */
  token: string;
}

/** Decodes quoted-printable, for ASCII texts only. Journeys read no other texts. */
function decodeQuotedPrintable(raw: string): string {
  return raw
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

async function readMailsTo(folder: string, to: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.eml')).toSorted();
  const mails = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return mails.filter((mail) => mail.includes(`<${to}>`)).map(decodeQuotedPrintable);
}

/** The mails about a forgotten password to an address, the oldest first. */
async function readResetMails(folder: string, to: string): Promise<ResetMail[]> {
  const resetMails: ResetMail[] = [];
  for (const mail of await readMailsTo(folder, to)) {
    const token = /#reset-password=([\w-]+)/.exec(mail)?.[1];
    const otp = /^ *(\d{4})\r?$/m.exec(mail)?.[1];
    if (token !== undefined && otp !== undefined) resetMails.push({ otp, token });
  }
  return resetMails;
}

/** Waits for the `count`th mail about a forgotten password to an address. */
export async function waitForResetMail(folder: string, to: string, count = 1): Promise<ResetMail> {
  await expect.poll(async () => (await readResetMails(folder, to)).length).toBe(count);
  const mail = (await readResetMails(folder, to)).at(-1);
  if (!mail) throw new Error(`no mail to ${to}`);
  return mail;
}

/** Waits for a mail to `to` that matches `text`, and returns the first group of the match. */
async function waitForTextInMail(folder: string, to: string, text: RegExp): Promise<string> {
  let match: string | undefined;
  await expect
    .poll(async () => {
      match = text.exec((await readMailsTo(folder, to)).join())?.[1];
      return match;
    })
    .toBeDefined();
  return match ?? '';
}

/** Waits for the mail that confirms an address, and returns the token of its link. */
export function waitForConfirmToken(folder: string, to: string): Promise<string> {
  return waitForTextInMail(folder, to, /#verify-email=([\w-]+)/);
}

/** Waits for a mail with a notice, and returns the token of the link that stops such mails. */
export function waitForUnsubscribeToken(folder: string, to: string): Promise<string> {
  return waitForTextInMail(folder, to, /#unsubscribe=([\w.-]+)/);
}
