export { planQuery } from './api/plan-query';
export { PayButton } from './components/pay-button';
export { useIsLocked } from './hooks/use-is-locked';
export {
  type PaidOrder as PlanDetails,
  type PayableCharacter,
  usePaymentStore,
} from './model/payment-store';
export { planIds } from './model/plan';
