import { create } from 'zustand';

/** The fields of a character that the dialog 'Add to collection' needs. */
export interface CollectableCharacter {
  id: string;
  character_id: number;
  name: string;
}

interface CollectState {
  character: CollectableCharacter | null;
}

/** The character that the dialog 'Add to collection' adds; null while the dialog is closed. */
export const useCollectStore = create<CollectState>()(() => ({ character: null }));

export function openCollectDialog(character: CollectableCharacter): void {
  useCollectStore.setState({ character });
}

export function closeCollectDialog(): void {
  useCollectStore.setState({ character: null });
}
