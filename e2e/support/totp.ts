import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** In ms. */
const timeStep = 30_000;

function decodeBase32(text: string): Buffer {
  const bits = [...text].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code that an authenticator app shows at `time` (ms) for a secret in base32 (RFC 6238). */
function totp(secret: string, time: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / timeStep)));
  const hash = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/**
 * An authenticator app. The server refuses a code that it has accepted before, and codes older than an accepted
 * one. So a second `nextCode` in a time step returns the code of the next step. The server accepts the code of
 * the next step early.
 */
export class AuthenticatorApp {
  private readonly secret: string;
  private lastCodeTime = 0;

  /** `shown` is the secret as the screen shows it, in groups. */
  constructor(shown: string) {
    this.secret = shown.replaceAll(' ', '');
  }

  nextCode(): string {
    this.lastCodeTime = Math.max(Date.now(), this.lastCodeTime + timeStep);
    return totp(this.secret, this.lastCodeTime);
  }
}
