import { speeds } from '../speeds';

/**
 * The speeds that can be chosen (rule voice-speed), including `current`, which another client may have stored.
 */
export function speedChoices(current: number): readonly number[] {
  return [...new Set([...speeds, current])].toSorted((a, b) => a - b);
}
