import { test as base, expect } from '@playwright/test';
import { AccountScreen } from '../pages/account-screen.ts';
import { AuthModals } from '../pages/auth-modals.ts';
import { CatalogueScreen } from '../pages/catalogue-screen.ts';
import { ChatScreen } from '../pages/chat-screen.ts';
import { CommentsSection } from '../pages/comments-part.ts';
import { ContactScreen } from '../pages/contact-screen.ts';
import { HomeScreen } from '../pages/home-screen.ts';
import { PaymentSteps } from '../pages/payment-part.ts';
import { type PaymentProvider, paymentProviders } from '../pages/payment-window.ts';
import { ProfileScreen } from '../pages/profile-screen.ts';
import { AppServer } from './app-server.ts';
import { ConsoleGuard } from './console-guard.ts';
import { FakeGoogle } from './fake-google.ts';
import { FakeModel } from './fake-model.ts';
import { FakeRazorpay } from './fake-razorpay.ts';
import { FakeTranscriber } from './fake-transcriber.ts';
import { Member } from './member.ts';

export interface Options {
  /**
   * False: no model is configured, and the demo responder answers. 'later': the demo responder answers
   * until the test starts the model with `model.restart()`.
   */
  withModel: boolean | 'later';
  /** The server has a provider for Continue with Google. */
  withGoogle: boolean;
  /** The payment provider of the server. With 'none' every character is open without payment. */
  payments: 'none' | PaymentProvider;
  /** The browser starts signed in as `member`. */
  signedIn: boolean;
  memberName: string;
  /** The server uses `transcriber` to transcribe recordings. */
  withTranscription: boolean;
}

interface Fixtures {
  model: FakeModel;
  google: FakeGoogle | null;
  razorpay: FakeRazorpay | null;
  transcriber: FakeTranscriber;
  server: AppServer;
  /** Creates the member on the first call, and returns it on every call. */
  createMember: () => Promise<Member>;
  member: Member;
  /** Buys a plan for a character as the member, without a browser. */
  buy: (planId: 1 | 2, slug: string) => Promise<void>;
  consoleGuard: ConsoleGuard;
  home: HomeScreen;
  catalogue: CatalogueScreen;
  account: AccountScreen;
  auth: AuthModals;
  chat: ChatScreen;
  contact: ContactScreen;
  payment: PaymentSteps;
  profile: ProfileScreen;
  comments: CommentsSection;
}

/** Every journey has its own server, database and model server. */
export const test = base.extend<Options & Fixtures>({
  withModel: [true, { option: true }],
  withGoogle: [false, { option: true }],
  payments: ['none', { option: true }],
  signedIn: [false, { option: true }],
  memberName: ['Reader', { option: true }],
  withTranscription: [false, { option: true }],

  model: async ({}, use) => {
    const model = await FakeModel.start();
    await use(model);
    await model.close();
  },

  google: async ({ withGoogle }, use) => {
    const google = withGoogle ? await FakeGoogle.start() : null;
    await use(google);
    await google?.close();
  },

  razorpay: async ({ payments }, use) => {
    const razorpay = payments === 'razorpay' ? await FakeRazorpay.start() : null;
    await use(razorpay);
    await razorpay?.close();
  },

  transcriber: async ({}, use) => {
    const transcriber = await FakeTranscriber.start();
    await use(transcriber);
    await transcriber.close();
  },

  server: async (
    { withModel, model, google, payments, razorpay, withTranscription, transcriber },
    use,
    testInfo,
  ) => {
    if (withModel === 'later') await model.kill();
    const server = await AppServer.start(withModel === true ? model.url : null, {
      ...(withModel === 'later' && { localModelUrl: model.url }),
      settings: {
        COLLOQUY_PAYMENTS: payments,
        ...razorpay?.settings,
        ...google?.settings,
        ...(withTranscription && transcriber.settings),
      },
    });
    google?.serve(server.url);
    await razorpay?.sendWebhooksTo(server.url);
    await use(server);
    await server.close();
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('server.log', { body: server.log, contentType: 'text/plain' });
    }
  },

  baseURL: async ({ server }, use) => use(server.url),

  /** Ignores errors of intercepted requests that still run when the journey ends. */
  page: async ({ page }, use) => {
    await use(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },

  createMember: async ({ server, memberName }, use) => {
    let joined: Promise<Member> | null = null;
    await use(() => {
      joined ??= Member.create(server.url, memberName);
      return joined;
    });
  },

  member: async ({ createMember }, use) => use(await createMember()),

  buy: async ({ member, razorpay }, use) => {
    const pay = (orderId: string) =>
      razorpay ? razorpay.pay(orderId) : member.payInSandbox(orderId);
    await use((planId, slug) => member.buyPlan(planId, slug, pay));
  },

  storageState: async ({ signedIn, createMember }, use) => {
    await use(signedIn ? (await createMember()).browserState() : { cookies: [], origins: [] });
  },

  consoleGuard: [
    async ({ context, server }, use) => {
      const guard = new ConsoleGuard();
      guard.watch(context);
      await use(guard);
      if (server.wasStopped) guard.allowStoppedServer();
      expect(guard.unexpectedLines(), 'lines in the console').toEqual([]);
    },
    { auto: true },
  ],

  home: async ({ page }, use) => use(new HomeScreen(page)),
  catalogue: async ({ page }, use) => use(new CatalogueScreen(page)),
  account: async ({ page }, use) => use(new AccountScreen(page)),
  auth: async ({ page }, use) => use(new AuthModals(page)),
  chat: async ({ page }, use) => use(new ChatScreen(page)),
  contact: async ({ page }, use) => use(new ContactScreen(page)),
  payment: async ({ page, payments }, use) => use(new PaymentSteps(page, payments)),
  profile: async ({ page }, use) => use(new ProfileScreen(page)),
  comments: async ({ page }, use) => use(new CommentsSection(page)),
});

/** Runs journeys once with the sandbox and once with the fake Razorpay. */
export function withEachProvider(journeys: (provider: PaymentProvider) => void): void {
  for (const payments of paymentProviders) {
    test.describe(payments, () => {
      test.use({ payments });
      journeys(payments);
    });
  }
}

export { expect };
