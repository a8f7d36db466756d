import { isLow, meterText } from './allowance';
import { useAllowance } from './use-allowance';
import '../styles/meter.css';

export interface MeterProps {
  sessionId: string;
  /** True in the details panel. The line is then always shown, and names the whole allowance. */
  isInDetails?: boolean;
}

/** A line with what is left of the day's messages (rule chat-meter). */
export function Meter({ sessionId, isInDetails = false }: MeterProps) {
  const allowance = useAllowance(sessionId, !isInDetails);
  if (!allowance || !(isInDetails || isLow(allowance))) return null;
  return (
    <p className={isInDetails ? 'meter meter--full num' : 'meter num'}>
      {meterText(allowance, isInDetails)}
    </p>
  );
}
