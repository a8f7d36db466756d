import { useEffect, useRef } from 'react';

/**
 * The heading of a step that replaces another one. It takes the focus, so that the step is announced (rule
 * account-two-factor).
 */
export function StepHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h3 ref={heading} tabIndex={-1}>
      {children}
    </h3>
  );
}
