/**
 * The first empty input after `target` in its form, to which Enter goes (rule accounts-register-enter);
 * null if Enter should send the form.
 */
export function nextEmptyField(target: EventTarget): HTMLInputElement | null {
  if (!(target instanceof HTMLInputElement) || target.form === null) return null;
  const inputs = [...target.form.elements].filter((one) => one instanceof HTMLInputElement);
  const later = inputs.slice(inputs.indexOf(target) + 1);
  return target.value === '' ? null : (later.find((one) => one.value === '') ?? null);
}
