import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from '#/shared/hooks/use-form';
import { countCodePoints } from '#/shared/lib/count-code-points';
import { Button } from '#/shared/ui/button';
import { FailedRead } from '#/shared/ui/failed';
import { Field } from '#/shared/ui/field';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { Switch } from '#/shared/ui/switch';
import { toast } from '#/shared/ui/toast';
import { useSaveMemorySettings } from '../api/memory-mutations';
import { memorySettingsQuery, type MemorySettings as Settings } from '../api/memory-query';
import { maxLengths, texts } from '../texts';

/**
 * The switches of the memory, and the form of the card: the user's description of themselves (rules
 * memory-panel, memory-card, memory-off).
 */
export function MemorySettings({ userId }: { userId: string }) {
  const query = useQuery(memorySettingsQuery(userId));
  if (query.data) return <SettingsForm userId={userId} settings={query.data} />;
  if (!query.isError) return <SkeletonRows rows={2} />;
  return (
    <FailedRead
      size="row"
      title={texts.unreadSettings}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}

function SettingsForm({ userId, settings }: { userId: string; settings: Settings }) {
  const saving = useSaveMemorySettings(userId);
  const save = (change: Partial<Settings>) => saving.mutate({ ...settings, ...change });
  return (
    <>
      <Switch
        label="Remember what I tell"
        explanation="Off: nothing is noted or told. What was noted stays until you delete it."
        on={settings.enabled}
        onChange={(enabled) => save({ enabled })}
      />
      <Switch
        label="Tell all characters"
        explanation="Every character knows what you told one of them."
        on={settings.tell_all}
        onChange={(tell_all) => save({ tell_all })}
      />
      <UserCardForm
        settings={settings}
        onSave={(card) =>
          saving.mutate(
            { ...settings, ...card },
            { onSuccess: () => toast.success(texts.cardSaved) },
          )
        }
      />
    </>
  );
}

type CardField = 'name' | 'about';

function checkCard(card: Readonly<Record<CardField, string>>) {
  return {
    ...(countCodePoints(card.name) > maxLengths.name && { name: texts.tooLong(maxLengths.name) }),
    ...(countCodePoints(card.about) > maxLengths.about && {
      about: texts.tooLong(maxLengths.about),
    }),
  };
}

interface UserCardFormProps {
  settings: Settings;
  onSave: (card: Pick<Settings, CardField>) => void;
}

/** What every character is told about the user, in the user's words. */
function UserCardForm({ settings, onSave }: UserCardFormProps) {
  const aboutId = useId();
  const { form, field } = useForm<CardField>({
    initialValues: { name: settings.name, about: settings.about },
    prepare: ({ name, about }) => ({ name: name.trim(), about: about.trim() }),
    check: checkCard,
    onSubmit: ({ name, about }) => onSave({ name, about }),
  });
  const { error, ...about } = field('about');
  return (
    <form className="memory-card" aria-label="Your card" {...form}>
      <Field label="What characters call you" autoComplete="off" {...field('name')} />
      <div className="field">
        <label className="field__label" htmlFor={aboutId}>
          A few lines about you
        </label>
        <textarea
          id={aboutId}
          className="input memory-card__lines"
          rows={4}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${aboutId}-error`}
          {...about}
        />
        {error !== undefined && (
          <p className="field__error" id={`${aboutId}-error`}>
            {error}
          </p>
        )}
      </div>
      <Button size="sm" type="submit">
        Save card
      </Button>
    </form>
  );
}
