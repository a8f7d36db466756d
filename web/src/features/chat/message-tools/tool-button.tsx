import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { toast } from '#/shared/ui/toast';

interface ToolButtonProps extends Omit<ComponentProps<'button'>, 'onClick'> {
  label: string;
  icon: ReactNode;
  /** 'text' always shows the label, 'wide' where there is room, 'icon' never. */
  look?: 'text' | 'wide' | 'icon';
  /**
   * Why the button cannot be used now; a press shows this text in a toast. Empty if the button can
   * be used.
   */
  blockedReason?: string;
  onPress: () => void;
}

/**
 * A button under a message. The log is one Tab stop, the arrow keys reach its buttons. A blocked button
 * keeps the focus, which `disabled` would drop.
 */
export function ToolButton({
  label,
  icon,
  look = 'icon',
  blockedReason: blocked = '',
  className,
  onPress,
  ...rest
}: ToolButtonProps) {
  return (
    <button
      type="button"
      className={clsx('reply__action', 'tool', `tool--${look}`, className)}
      tabIndex={-1}
      aria-label={label}
      title={look === 'text' ? undefined : label}
      aria-disabled={blocked !== '' || undefined}
      onClick={() => (blocked === '' ? onPress() : toast.error(blocked, { id: blocked }))}
      {...rest}
    >
      {icon}
      {look !== 'icon' && <span className="tool__label">{label}</span>}
    </button>
  );
}
