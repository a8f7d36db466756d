import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button, type ButtonLook, type ButtonSize } from '#/shared/ui/button';
import { planQuery } from '../api/plan-query';
import { type PaymentOptions, usePayment } from '../hooks/use-payment';
import { texts } from '../texts';

interface PayButtonProps extends PaymentOptions {
  look?: ButtonLook;
  size?: ButtonSize;
  fullWidth?: boolean;
  className?: string;
  /** Replaces the name of the plan. */
  label?: string;
  /** Adds the price to the label. */
  showPrice?: boolean;
  /** Shown before the label. */
  icon?: ReactNode;
  /** Shown after the label. */
  children?: ReactNode;
}

/**
 * A button that starts the payment of a plan. Its label is the name of the plan (rule payment-button). If the
 * plan cannot be fetched, the label is 'Unlock Full Access'.
 */
export function PayButton({
  planId,
  character,
  onSuccess,
  onFailure,
  look = 'ink',
  label,
  showPrice = false,
  icon,
  children,
  ...button
}: PayButtonProps) {
  const { data: plan } = useQuery(planQuery(planId, character.slug));
  const { isBusy, isProcessing, pay } = usePayment({ planId, character, onSuccess, onFailure });
  const name = label ?? (plan?.name || texts.unlock);
  const price = showPrice && plan ? plan.formattedPrice : '';
  return (
    <Button look={look} busy={isBusy} onClick={pay} {...button}>
      {icon}
      {isProcessing ? texts.processing : [name, price].filter(Boolean).join(' \u00b7 ')}
      {children}
    </Button>
  );
}
