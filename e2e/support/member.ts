import type { BrowserContextOptions } from '@playwright/test';
import type { PaymentAnswer } from './fake-razorpay.ts';
import { AuthenticatorApp } from './totp.ts';

type BrowserState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

interface StoredMessage {
  id: string;
  content: string;
  is_user_message: boolean;
  status: 'generating' | 'complete' | 'stopped' | 'interrupted' | 'failed';
  suggestions?: string[];
}

interface Credentials {
  name: string;
  email: string;
  password: string;
}

let memberCount = 0;

/** Makes credentials of an account that is not registered yet. */
export function newCredentials(name = 'Reader'): Credentials {
  memberCount += 1;
  return { name, email: `reader-${memberCount}@example.org`, password: 'a quiet room' };
}

/** A registered, signed-in user who calls the API without a browser. */
export class Member {
  readonly credentials: Credentials;
  private token: string;
  /** `name=value` of each cookie that the login set. */
  private readonly cookies: readonly string[];
  private readonly origin: string;

  private constructor(origin: string, credentials: Credentials, token: string, cookies: string[]) {
    this.origin = origin;
    this.credentials = credentials;
    this.token = token;
    this.cookies = cookies;
  }

  /** Registers and signs in a new user of the server at `origin`. */
  static async create(origin: string, name?: string): Promise<Member> {
    const credentials = newCredentials(name);
    await postJson(`${origin}/api/auth/register`, credentials);
    const { email, password } = credentials;
    const response = await postJson(`${origin}/api/auth/login`, { email, password });
    const { token } = (await response.json()) as { token: string };
    const cookies = response.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
    return new Member(origin, credentials, token, cookies);
  }

  /** The storage state of a browser in which this user has signed in. */
  browserState(): BrowserState {
    return this.browserStateFor(this.origin);
  }

  /** Like `browserState`, for a browser that uses another origin of the app. */
  browserStateFor(origin: string): BrowserState {
    const { hostname: domain } = new URL(origin);
    return {
      cookies: this.cookies.map((one) => {
        const [name = '', value = ''] = one.split('=');
        const cookie = { name, value, domain, path: '/', expires: -1, secure: false };
        return { ...cookie, httpOnly: name === 'sid', sameSite: 'Lax' };
      }),
      origins: [{ origin, localStorage: [{ name: 'token', value: this.token }] }],
    };
  }

  /** Ends the session that the browser also uses, as a logout on another device would. */
  async endSession(): Promise<void> {
    await this.call('POST', '/auth/logout');
  }

  /** Signs in again and makes further calls in the new session. */
  async signInAgain(): Promise<void> {
    const { email, password } = this.credentials;
    const response = await postJson(`${this.origin}/api/auth/login`, { email, password });
    this.token = ((await response.json()) as { token: string }).token;
  }

  /** Confirms the address with the token of the mail's link. */
  async confirmAddress(token: string): Promise<void> {
    await this.call('POST', '/auth/verify-email', { token });
  }

  /** Turns two-factor sign-in on. Returns the authenticator app and one recovery code. */
  async turnOnTwoFactor(): Promise<{ app: AuthenticatorApp; recoveryCode: string }> {
    const { password } = this.credentials;
    const setupResponse = await this.call('POST', '/user/two-factor', { password });
    const app = new AuthenticatorApp(((await setupResponse.json()) as { secret: string }).secret);
    const confirmResponse = await this.call('POST', '/user/two-factor/confirm', {
      code: app.nextCode(),
    });
    const [recoveryCode = ''] = ((await confirmResponse.json()) as { recovery_codes: string[] })
      .recovery_codes;
    return { app, recoveryCode };
  }

  /** Creates the conversation with a character. */
  async openChat(slug: string): Promise<void> {
    await this.call('POST', '/session', { characterId: slug });
  }

  async storedMessages(slug: string): Promise<StoredMessage[]> {
    const response = await this.call('GET', `/messages/slug/${slug}`);
    return ((await response.json()) as { messages: StoredMessage[] }).messages;
  }

  /** Returns the newest stored reply. */
  async lastReply(slug: string): Promise<StoredMessage> {
    const reply = (await this.storedMessages(slug)).findLast((message) => !message.is_user_message);
    if (!reply) throw new Error(`no reply in the conversation with ${slug}`);
    return reply;
  }

  /** Returns the texts of the user's own messages, oldest first. */
  async ownLines(slug: string): Promise<string[]> {
    const messages = await this.storedMessages(slug);
    return messages.filter((message) => message.is_user_message).map(({ content }) => content);
  }

  /** Sends a line and returns the response, whatever its status. */
  trySend(slug: string, content: string): Promise<Response> {
    return this.fetch('POST', `/messages/${slug}/stream`, { content });
  }

  /** Stores numbered lines without replies. */
  async storeLines(slug: string, count: number): Promise<void> {
    for (let n = 1; n <= count; n += 1) {
      await this.call('POST', `/messages/${slug}`, { content: `Line ${n}` });
    }
  }

  /**
   * Comments on a character, or replies to the comment with the id `parent`. Returns the new id.
   */
  async postComment(slug: string, text: string, parent: string | null = null): Promise<string> {
    const body = { comment: text, parent_comment_id: parent };
    const response = await this.call('POST', `/profile/${slug}/comments`, body);
    return ((await response.json()) as { id: string }).id;
  }

  async likeComment(id: string): Promise<void> {
    await this.call('POST', `/comments/${id}/like`, { liked: true });
  }

  /** Buys a plan for a character. `pay` pays an order and returns what the payment window returns. */
  async buyPlan(
    planId: 1 | 2,
    characterId: string,
    pay: (orderId: string) => Promise<PaymentAnswer>,
  ): Promise<void> {
    const orderResponse = await this.call('POST', '/purchase', { planId, characterId });
    const { orderId } = (await orderResponse.json()) as { orderId: string };
    await this.call('POST', '/purchase/verify', await pay(orderId));
  }

  /** Pays an order in the sandbox. */
  async payInSandbox(orderId: string): Promise<PaymentAnswer> {
    const paymentResponse = await this.call('POST', '/purchase/sandbox', {
      orderId,
      outcome: 'success',
    });
    return (await paymentResponse.json()) as PaymentAnswer;
  }

  /** Switches on every notice, and mail about them. */
  async turnOnNotices(): Promise<void> {
    const allPreferences = {
      character_updates: true,
      interactions: true,
      promotions: true,
      newsletter: true,
    };
    await this.call('PUT', '/user/preferences', {
      notifications: allPreferences,
      mail: allPreferences,
    });
  }

  /** Requests a refund of the newest order. */
  async refundLastOrder(): Promise<void> {
    const ordersResponse = await this.call('GET', '/purchase/orders');
    const { data } = (await ordersResponse.json()) as { data: { id: string }[] };
    await this.call('POST', '/purchase/refund', { orderId: data[0]?.id, reason: 'A journey.' });
  }

  /** Returns the slugs of the first `count` characters of the catalogue, or of its premium characters. */
  async firstSlugs(count: number, kind: 'all' | 'premium' = 'all'): Promise<string[]> {
    const response = await this.call('GET', '/characters');
    const { data } = (await response.json()) as { data: { slug: string; is_free: boolean }[] };
    const foundCharacters = kind === 'all' ? data : data.filter(({ is_free }) => !is_free);
    return foundCharacters.slice(0, count).map(({ slug }) => slug);
  }

  /** Likes the characters of `firstSlugs` one after the other. Returns their slugs. */
  async likeCharacters(count: number, kind: 'all' | 'premium' = 'all'): Promise<string[]> {
    const slugs = await this.firstSlugs(count, kind);
    for (const slug of slugs) await this.call('POST', `/profile/${slug}/like`, { liked: true });
    return slugs;
  }

  /** Follows the first `count` characters of the catalogue in turn. */
  async followCharacters(count: number): Promise<void> {
    for (const slug of await this.firstSlugs(count)) {
      await this.call('POST', `/profile/${slug}/follow`, { following: true });
    }
  }

  /** Makes a collection of the first `count` characters of the catalogue. Returns its id. */
  async makeCollection(name: string, count: number): Promise<string> {
    const response = await this.call('POST', '/user/collections/lists', { name });
    const { id } = (await response.json()) as { id: string };
    for (const slug of await this.firstSlugs(count)) {
      await this.call('POST', `/user/collections/lists/${id}/characters`, { characterId: slug });
    }
    return id;
  }

  async deleteComment(id: string): Promise<void> {
    await this.call('DELETE', `/comments/${id}`);
  }

  /** Deletes the chats on the first page of the list. */
  async deleteChats(): Promise<void> {
    const response = await this.call('GET', '/sessions');
    const { sessions } = (await response.json()) as { sessions: { id: string }[] };
    await this.call('POST', '/user/chats/bulk-delete', {
      sessionIds: sessions.map(({ id }) => id),
    });
  }

  private async call(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await this.fetch(method, path, body);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return response;
  }

  private fetch(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(`${this.origin}/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }
}

async function postJson(url: string, body: unknown): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response;
}
