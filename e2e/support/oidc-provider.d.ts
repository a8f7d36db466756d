/** The part of oidc-provider that the journeys use. The package has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export class Prompt {
    constructor(info: { name: string; requestable: boolean });
  }

  export const interactionPolicy: {
    Prompt: typeof Prompt;
    base: () => { add: (prompt: Prompt, index: number) => void };
  };

  interface Grant {
    addOIDCScope: (scope: string) => void;
    save: () => Promise<string>;
  }

  interface Context {
    oidc: { client: { clientId: string }; session: { accountId: string } };
  }

  interface Configuration {
    clients: Record<string, string | string[]>[];
    claims: Record<string, string[]>;
    conformIdTokenClaims: boolean;
    cookies: { keys: string[] };
    features: { devInteractions: { enabled: boolean } };
    findAccount: (ctx: Context, id: string) => { accountId: string; claims: () => object };
    interactions: {
      policy: ReturnType<(typeof interactionPolicy)['base']>;
      url: (ctx: Context, interaction: { uid: string }) => string;
    };
    loadExistingGrant: (ctx: Context) => Promise<Grant>;
    ttl: Record<string, number>;
  }

  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    Grant: new (of: {
      accountId: string;
      clientId: string;
    }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
    ): Promise<void>;
  }
}
