import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { deferred } from '../test/deferred';
import { createTestClient } from '../test/render-app';
import { showGuess, writeThrough } from './write-through';

const queryKey = ['counter'];
const set = (value: number) => () => value;

/** Somebody looks at a number that comes when the test lets it. */
function looking() {
  const client = createTestClient();
  const gates = [deferred<number>(), deferred<number>()];
  const queryFn = vi.fn(() => gates[queryFn.mock.calls.length - 1]?.promise ?? 0);
  const observer = new QueryObserver(client, { queryKey, queryFn });
  observer.subscribe(() => undefined);
  const arrive = async (at: number, value: number) => {
    gates[at]?.resolve(value);
    await vi.waitFor(() => expect(client.getQueryData(queryKey)).toBe(value));
  };
  return { client, queryFn, arrive, data: () => client.getQueryData(queryKey) };
}

it('changes what is there, without asking again', async () => {
  const { client, queryFn, arrive, data } = looking();
  await arrive(0, 1);
  await writeThrough<number>(client, queryKey, (old) => old + 4);
  expect(data()).toBe(5);
  expect(queryFn).toHaveBeenCalledOnce();
});

it('gives up a reading that may tell of before, and makes it again', async () => {
  const { client, queryFn, arrive, data } = looking();
  await arrive(0, 1);
  const again = client.refetchQueries({ queryKey });
  await writeThrough<number>(client, queryKey, set(5));
  expect(data()).toBe(5);
  expect(queryFn).toHaveBeenCalledTimes(3);
  await again;
});

it('reads a first time again that had not ended', async () => {
  const { client, queryFn, arrive, data } = looking();
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledOnce());
  await writeThrough<number>(client, queryKey, set(5));
  expect(data()).toBeUndefined();
  expect(queryFn).toHaveBeenCalledTimes(2);
  await arrive(1, 6);
});

it('makes nothing of what nobody has asked for', async () => {
  const client = createTestClient();
  await writeThrough<number>(client, queryKey, set(5));
  expect(client.getQueryData(queryKey)).toBeUndefined();
});

it('guesses only while the server is not being asked', async () => {
  const { client, arrive, data } = looking();
  await arrive(0, 1);
  showGuess<number>(client, queryKey, set(2));
  expect(data()).toBe(2);
  void client.refetchQueries({ queryKey });
  showGuess<number>(client, queryKey, set(3));
  expect(data()).toBe(2);
  await arrive(1, 7);
});
