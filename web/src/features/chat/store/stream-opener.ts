import type { ServerEvent } from '#/shared/api/sse';

/** A request for the events after number `lastEventNumber`, until `signal` aborts. */
export interface StreamRequest {
  lastEventNumber: number;
  signal: AbortSignal;
  onOpen: (status: number) => void;
}

/** Makes a request and yields the events of its stream. Each call makes a new request. */
export type StreamOpener = (request: StreamRequest) => AsyncIterable<ServerEvent>;
