import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from 'react-hook-form';
import type { GenericSchema } from 'valibot';

/**
 * A form that validates on submit only, and whose fields lose their error as soon as somebody types
 * in them (spec 1 §5). `field(name)` gives the props of a Field.
 */
export function useAuthForm<T extends FieldValues>(
  schema: GenericSchema<T, T>,
  defaultValues: DefaultValues<T>,
) {
  const form = useForm<T>({
    resolver: standardSchemaResolver(schema),
    defaultValues,
    reValidateMode: 'onSubmit',
  });
  const { register, clearErrors, formState } = form;
  const field = (name: FieldPath<T>) => {
    const message = formState.errors[name]?.message;
    return {
      ...register(name, { onChange: () => clearErrors(name) }),
      error: typeof message === 'string' ? message : undefined,
    };
  };
  return { ...form, field };
}
