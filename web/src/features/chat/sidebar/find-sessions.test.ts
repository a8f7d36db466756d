import { describe, expect, it } from 'vitest';
import { fakeSession } from '../test/fakes';
import { findSessions } from './find-sessions';

describe('findSessions', () => {
  const ada = fakeSession();
  const frida = fakeSession(
    { id: 'u1_21', title: 'Blue house', lastMessage: { content: 'Paint, then.' } },
    { name: 'Frida Káhlo', slug: 'frida' },
  );
  it.each([
    ['', [ada, frida]],
    ['  ', [ada, frida]],
    ['LOVE', [ada]],
    ['kahlo', [frida]],
    ['Káhlo', [frida]],
    ['frida paint', [frida]],
    ['blue frida', [frida]],
    ['frida love', []],
  ])('finds %j without case and accents', (search, found) => {
    expect(findSessions([ada, frida], search)).toEqual(found);
  });
});
