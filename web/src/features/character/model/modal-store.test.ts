import { expect, it } from 'vitest';
import { fakeCharacter } from '#/shared/test/fakes';
import { closeCharacter, openCharacter, useCharacterModal } from './modal-store';

it('holds one character, and nothing once closed', () => {
  openCharacter(fakeCharacter({ name: 'First' }));
  openCharacter(fakeCharacter({ name: 'Second' }));
  expect(useCharacterModal.getState().character?.name).toBe('Second');
  closeCharacter();
  expect(useCharacterModal.getState().character).toBeNull();
});
