import { expect, it } from 'vitest';
import { fakeCharacter } from '#/shared/test/fakes';
import { closeCharacterModal, openCharacterModal, useCharacterModal } from './modal-store';

it('holds one character, and nothing once closed', () => {
  openCharacterModal(fakeCharacter({ name: 'First' }));
  openCharacterModal(fakeCharacter({ name: 'Second' }));
  expect(useCharacterModal.getState().character?.name).toBe('Second');
  closeCharacterModal();
  expect(useCharacterModal.getState().character).toBeNull();
});
