import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { deferred } from '../test/deferred';
import { createTestClient } from '../test/render-app';
import { writeOptimisticValue, writeServerAnswer } from './write-cache';

const queryKey = ['counter'];
const updateTo = (value: number) => () => value;

/** Mounts a query for a number. The test resolves its fetches. */
function mountQuery() {
  const client = createTestClient();
  const gates = [deferred<number>(), deferred<number>()];
  const queryFn = vi.fn(() => gates[queryFn.mock.calls.length - 1]?.promise ?? 0);
  const observer = new QueryObserver(client, { queryKey, queryFn });
  observer.subscribe(() => undefined);
  const answerFetch = async (at: number, value: number) => {
    gates[at]?.resolve(value);
    await vi.waitFor(() => expect(client.getQueryData(queryKey)).toBe(value));
  };
  return { client, queryFn, arrive: answerFetch, data: () => client.getQueryData(queryKey) };
}

it('changes the cached value without a fetch', async () => {
  const { client, queryFn, arrive, data } = mountQuery();
  await arrive(0, 1);
  await writeServerAnswer<number>(client, queryKey, (old) => old + 4);
  expect(data()).toBe(5);
  expect(queryFn).toHaveBeenCalledOnce();
});

it('cancels a running fetch, which may return the old value, and repeats it', async () => {
  const { client, queryFn, arrive, data } = mountQuery();
  await arrive(0, 1);
  const refetch = client.refetchQueries({ queryKey });
  await writeServerAnswer<number>(client, queryKey, updateTo(5));
  expect(data()).toBe(5);
  expect(queryFn).toHaveBeenCalledTimes(3);
  await refetch;
});

it('repeats a first fetch that is still running', async () => {
  const { client, queryFn, arrive, data } = mountQuery();
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledOnce());
  await writeServerAnswer<number>(client, queryKey, updateTo(5));
  expect(data()).toBeUndefined();
  expect(queryFn).toHaveBeenCalledTimes(2);
  await arrive(1, 6);
});

it('creates no value for a query that was never fetched', async () => {
  const client = createTestClient();
  await writeServerAnswer<number>(client, queryKey, updateTo(5));
  expect(client.getQueryData(queryKey)).toBeUndefined();
});

it('writes a guess only while the query is not being fetched', async () => {
  const { client, arrive, data } = mountQuery();
  await arrive(0, 1);
  writeOptimisticValue<number>(client, queryKey, updateTo(2));
  expect(data()).toBe(2);
  void client.refetchQueries({ queryKey });
  writeOptimisticValue<number>(client, queryKey, updateTo(3));
  expect(data()).toBe(2);
  await arrive(1, 7);
});
