/**
 * The input to which Enter moves the focus: the first empty one after `target` in its form (rule
 * accounts-register-enter). Null if Enter should send the form: `target` is empty, or all later inputs are
 * filled in.
 */
export function nextEmptyField(target: EventTarget): HTMLInputElement | null {
  if (!(target instanceof HTMLInputElement) || target.form === null) return null;
  const inputs = [...target.form.elements].filter((one) => one instanceof HTMLInputElement);
  const laterInputs = inputs.slice(inputs.indexOf(target) + 1);
  return target.value === '' ? null : (laterInputs.find((one) => one.value === '') ?? null);
}
