import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { interactionPolicy, Provider } from 'oidc-provider';

const clientId = 'colloquy';
const clientSecret = 'a secret of the journeys';

const loginPage = `<!doctype html>
<html lang="en">
  <title>Choose an account</title>
  <form method="post">
    <label>Account <input name="email"></label>
    <button>Continue</button>
    <button name="cancel" value="1">Cancel</button>
  </form>
</html>`;

/** Returns the default prompts of oidc-provider and Google's prompt to choose an account. */
function accountChoicePolicy() {
  const policy = interactionPolicy.base();
  const prompt = { name: 'select_account', requestable: true };
  policy.add(new interactionPolicy.Prompt(prompt), 0);
  return policy;
}

/**
 * Runs the npm package oidc-provider, an OpenID Connect provider, in place of Google. A user signs in by
 * typing an address on the provider's page. Every user is called Grace Hopper.
 */
export class FakeGoogle {
  private readonly server: Server;
  private readonly port: number;

  private constructor(server: Server, port: number) {
    this.server = server;
    this.port = port;
  }

  /** Listens on a free port. Requests are answered after `serve`. */
  static async start(): Promise<FakeGoogle> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return new FakeGoogle(server, address.port);
  }

  /** Environment variables that make the product use this provider. */
  get settings(): Record<string, string> {
    return {
      COLLOQUY_OIDC_ISSUER: this.url,
      COLLOQUY_OIDC_CLIENT_ID: clientId,
      COLLOQUY_OIDC_CLIENT_SECRET: clientSecret,
    };
  }

  /** Starts answering requests. `origin` is the product's origin, to which sign-ins return. */
  serve(origin: string): void {
    const provider: Provider = new Provider(this.url, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [`${origin}/api/auth/google/callback`],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      conformIdTokenClaims: false,
      cookies: { keys: ['journeys'] },
      features: { devInteractions: { enabled: false } },
      findAccount: (_, id) => ({
        accountId: id,
        claims: () => ({ sub: id, email: id, email_verified: true, name: 'Grace Hopper' }),
      }),
      interactions: { policy: accountChoicePolicy(), url: (_, { uid }) => `/login/${uid}` },
      loadExistingGrant: async ({ oidc }) => {
        const { accountId } = oidc.session;
        const grant = new provider.Grant({ accountId, clientId: oidc.client.clientId });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
      ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    });
    const answer = provider.callback();
    this.server.on('request', (request, response) => {
      if (!request.url?.startsWith('/login/')) return answer(request, response);
      answerLogin(provider, request, response).catch((error: unknown) =>
        response.destroy(error as Error),
      );
    });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }
}

/** Answers GET with the sign-in page of the provider; POST with its form completes the sign-in. */
async function answerLogin(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  if (request.method === 'GET') {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(loginPage);
    return;
  }
  const form = new URLSearchParams(await text(request));
  const acceptedResult = { select_account: {}, login: { accountId: form.get('email') } };
  const result = form.has('cancel') ? { error: 'access_denied' } : acceptedResult;
  await provider.interactionFinished(request, response, result);
}
