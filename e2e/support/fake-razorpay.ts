import { fakeRazorpayBinary } from './binary-paths.ts';
import { ChildProgram } from './child-program.ts';

/** The stored orders, payments, refunds and webhook events of the fake Razorpay. */
interface RazorpayState {
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

/** Settings of the webhook deliveries of the fake Razorpay. */
interface Webhooks {
  url?: string;
  copies?: number;
  delay_ms?: number;
  is_reversed?: boolean;
  is_held?: boolean;
}

/** A fault of the next `times` API calls named `call`. A negative `times` means always. */
interface CallFault {
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
  private readonly child: ChildProgram;
  readonly url: string;
  /** Environment variables that make the product use this Razorpay. */
  readonly settings: Record<string, string>;

  private constructor(child: ChildProgram, url: string) {
    this.child = child;
    this.url = url;
    this.settings = Object.fromEntries(
      [...child.output.matchAll(/^export (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
    );
  }

  static async start(): Promise<FakeRazorpay> {
    const child = new ChildProgram();
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

  /** Makes the fake Razorpay send webhooks to the server at `service`. */
  async sendWebhooksTo(service: string, webhooks: Webhooks = {}): Promise<void> {
    await this.post('webhooks', { ...webhooks, url: `${service}/api/webhooks/razorpay` });
  }

  /** Sends the webhooks that were held back. */
  async releaseWebhooks(): Promise<void> {
    await this.post('release', {});
  }

  /** Adds a fault. Faults that were added before stay. */
  async breakCalls(fault: CallFault): Promise<void> {
    await this.post('fault', fault);
  }

  /** Removes all faults. */
  async repairCalls(): Promise<void> {
    await this.post('repair', {});
  }

  /**
   * Opens the dispute of a captured payment, or changes the status of the dispute, and sends the webhook
   * `payment.dispute.<event>`: created, under_review, action_required, won, lost or closed.
   */
  async dispute(paymentId: string, event: string): Promise<void> {
    await this.post('dispute', { payment_id: paymentId, event });
  }

  /** Refunds a payment in full, as the seller does on Razorpay's dashboard. */
  async refund(paymentId: string): Promise<void> {
    await this.post('refund-all', { payment_id: paymentId });
  }

  async state(): Promise<RazorpayState> {
    const response = await fetch(`${this.url}/control/state`);
    return (await response.json()) as RazorpayState;
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

  /** Captures an authorized payment, as Razorpay may do after Checkout was closed. */
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
