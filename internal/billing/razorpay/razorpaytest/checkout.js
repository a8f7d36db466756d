// A stub of Razorpay's checkout.js for tests and developers: window.Razorpay with open()
// and on(), and a dialog whose buttons play the payer.
(() => {
  const address = '{{address}}';

  class Razorpay {
    constructor(options) {
      this.options = options;
      this.listeners = {};
      Razorpay.opened.push(options);
    }

    on(name, listener) {
      this.listeners[name] = [...(this.listeners[name] ?? []), listener];
    }

    open() {
      const { options } = this;
      this.focused = document.activeElement;
      this.box = element('div', { role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Test of Razorpay Checkout' });
      Object.assign(this.box.style, {
        position: 'fixed', inset: '0', zIndex: '2147483647', display: 'grid', gap: '12px', placeContent: 'center',
        padding: '24px', background: 'rgb(255 255 255 / 95%)', color: '#111', font: '16px sans-serif', textAlign: 'center',
      });
      this.status = element('p', { role: 'status' });
      this.box.append(
        element('p', {}, `${options.name}: ${options.currency} ${options.amount}`),
        element('p', {}, options.description ?? ''),
        this.status,
        this.button('Pay', () => this.pay('success')),
        this.button('Fail', () => this.pay('failure')),
        this.button('Close', () => this.dismiss()),
      );
      this.box.addEventListener('keydown', (event) => {
        if (event.key === 'Escape' && options.modal?.escape !== false) this.dismiss();
      });
      document.body.append(this.box);
      this.box.querySelector('button').focus();
    }

    close() {
      this.box?.remove();
      this.box = undefined;
      this.focused?.focus?.();
    }

    dismiss() {
      this.close();
      this.options.modal?.ondismiss?.();
    }

    async pay(outcome) {
      const { key, order_id } = this.options;
      const answer = await fetch(`${address}/checkout/pay`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ key, order_id, outcome }),
      }).catch(() => null);
      if (!answer) {
        this.status.textContent = 'There is no connection to your bank.';
        return;
      }
      const said = await answer.json();
      if (!said.error) {
        this.close();
        this.options.handler?.(said);
        return;
      }
      this.status.textContent = said.error.description;
      for (const listener of this.listeners['payment.failed'] ?? []) listener({ error: said.error });
      if (this.options.retry?.enabled === false) this.dismiss();
    }

    button(text, onClick) {
      const made = element('button', { type: 'button' }, text);
      made.addEventListener('click', onClick);
      return made;
    }
  }

  // The options of every checkout, for tests.
  Razorpay.opened = [];

  function element(tag, attributes, text = '') {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.textContent = text;
    return made;
  }

  window.Razorpay = Razorpay;
})();
