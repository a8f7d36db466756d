import { Child } from './child-process.ts';
import { fakeRazorpayBinary } from './programs.ts';

/** What the fake Razorpay knows. */
interface State {
  orders: { id: string; status: string; amount: number; currency: string }[];
  payments: { id: string; status: string; order_id: string }[];
  refunds: { id: string; status: string; payment_id: string }[];
  events: string[];
}

/** What Checkout gives to the page after a payment. */
export interface PaymentAnswer {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

/** How it sends messages to the server. */
interface Webhooks {
  url?: string;
  copies?: number;
  delay_ms?: number;
  is_reversed?: boolean;
  is_held?: boolean;
}

/** A fault of its API; a negative number of times means always. */
interface Fault {
  call: string;
  kind: 'slow' | 'internal' | 'reset' | 'cut' | 'garbage';
  times?: number;
  delay_ms?: number;
}

/**
 * A Razorpay in a process of its own. It serves the script of Checkout, whose dialog has the
 * buttons Pay, Fail and Close.
 */
export class FakeRazorpay {
  private readonly child: Child;
  readonly url: string;
  /** The environment of a server that uses it. */
  readonly settings: Record<string, string>;

  private constructor(child: Child, url: string) {
    this.child = child;
    this.url = url;
    this.settings = Object.fromEntries(
      [...child.output.matchAll(/^export (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
    );
  }

  static async start(): Promise<FakeRazorpay> {
    const child = new Child();
    const [, url = ''] = await child.start(
      fakeRazorpayBinary,
      [],
      /^(http:\S+)[\s\S]*WEBHOOK_SECRET=\S+\n/,
    );
    return new FakeRazorpay(child, url);
  }

  async close(): Promise<void> {
    await this.child.end('SIGKILL');
  }

  /** Sends messages to the server at an address. */
  async reportTo(service: string, webhooks: Webhooks = {}): Promise<void> {
    await this.post('webhooks', { ...webhooks, url: `${service}/api/webhooks/razorpay` });
  }

  /** Sends the messages that were held. */
  async release(): Promise<void> {
    await this.post('release', {});
  }

  async break(fault: Fault): Promise<void> {
    await this.post('fault', fault);
  }

  async repair(): Promise<void> {
    await this.post('repair', {});
  }

  /** Makes or moves on a dispute of a payment; event is such as created, won or lost. */
  async dispute(paymentId: string, event: string): Promise<void> {
    await this.post('dispute', { payment_id: paymentId, event });
  }

  /** Refunds all of a payment, as somebody at the dashboard does. */
  async refund(paymentId: string): Promise<void> {
    await this.post('refund-all', { payment_id: paymentId });
  }

  async state(): Promise<State> {
    const response = await fetch(`${this.url}/control/state`);
    return (await response.json()) as State;
  }

  /** Pays an order although no page is open. Returns what Checkout gives to the page. */
  async pay(
    orderId: string,
    outcome: 'success' | 'authorized' = 'success',
  ): Promise<PaymentAnswer> {
    const response = await fetch(`${this.url}/checkout/pay`, {
      method: 'POST',
      body: JSON.stringify({ order_id: orderId, outcome }),
    });
    if (!response.ok) throw new Error(`pay: ${response.status} ${await response.text()}`);
    return (await response.json()) as PaymentAnswer;
  }

  /** Captures an authorized payment, as Razorpay does after Checkout was closed. */
  async capture(paymentId: string): Promise<void> {
    await this.post('capture', { payment_id: paymentId });
  }

  private async post(path: string, body: object): Promise<void> {
    const response = await fetch(`${this.url}/control/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  }
}
