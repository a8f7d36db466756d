import { type FormEvent, type RefObject, useRef, useState } from 'react';

export type FormValues<Name extends string> = Readonly<Record<Name, string>>;
export type FormErrors<Name extends string> = Partial<Record<Name, string>>;

interface FormOptions<Name extends string> {
  /** Initial values. The names are in the order of the fields. */
  initialValues: FormValues<Name>;
  /** Errors that are shown from the start. */
  initialErrors?: FormErrors<Name>;
  /** Turns the typed values into those that are checked and sent, for example by trimming them. */
  prepare: (values: FormValues<Name>) => FormValues<Name>;
  /** Error texts by field; empty if the values may be sent. */
  check: (values: FormValues<Name>) => FormErrors<Name>;
  onSubmit: (values: FormValues<Name>) => void;
}

interface Form<Name extends string> {
  /** Spread into the form element. */
  form: {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    onSubmit: (event: FormEvent) => void;
  };
  /** Props of a Field. The field's `name` must be one of `initial`. */
  field: (name: Name) => {
    name: Name;
    value: string;
    error: string | undefined;
    onChange: (event: { target: { value: string } }) => void;
  };
  values: FormValues<Name>;
  /** Replaces what was typed, and removes all errors. */
  setValues: (values: FormValues<Name>) => void;
  /** Shows errors and focuses the first field that has one; false if there are none. */
  showErrors: (errors: FormErrors<Name>) => boolean;
}

/**
 * A form of text fields that is checked on submit only. A field loses its error as soon as it is
 * edited (rules accounts-error-clears, contact-errors).
 */
export function useForm<Name extends string>({
  initialValues,
  initialErrors = {},
  prepare,
  check,
  onSubmit,
}: FormOptions<Name>): Form<Name> {
  const ref = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initialValues);
  const [errors, setErrors] = useState(initialErrors);
  const showErrors = (found: FormErrors<Name>) => {
    setErrors(found);
    const names = Object.keys(initialValues) as Name[];
    const firstWrongName = names.find((name) => found[name] !== undefined);
    const element = firstWrongName && ref.current?.elements.namedItem(firstWrongName);
    if (element instanceof HTMLElement) element.focus();
    return firstWrongName !== undefined;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const preparedValues = prepare(values);
    if (!showErrors(check(preparedValues))) onSubmit(preparedValues);
  };
  return {
    form: { ref, noValidate: true, onSubmit: submit },
    field: (name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: ({ target }) => {
        setValues((now) => ({ ...now, [name]: target.value }));
        setErrors((now) => ({ ...now, [name]: undefined }));
      },
    }),
    values,
    setValues: (next) => {
      setValues(next);
      setErrors({});
    },
    showErrors,
  };
}
