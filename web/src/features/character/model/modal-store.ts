import { create } from 'zustand';
import type { Character } from '#/shared/api/types';

interface CharacterModalState {
  character: Character | null;
}

/** The character that the modal shows; null while it is closed (rule catalogue-modal). */
export const useCharacterModal = create<CharacterModalState>()(() => ({ character: null }));

export function openCharacterModal(character: Character): void {
  useCharacterModal.setState({ character });
}

/** Closes the modal and clears its character. */
export function closeCharacterModal(): void {
  useCharacterModal.setState({ character: null });
}
