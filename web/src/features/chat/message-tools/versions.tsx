import { ChevronLeft, ChevronRight } from 'lucide-react';
import { VisuallyHidden } from '#/shared/ui/visually-hidden';
import { ToolButton } from './tool-button';
import type { VersionBrowser } from './use-version-browser';

/** The buttons that turn through the versions of the last reply (rule messages-versions). */
export function VersionButtons({
  versionBrowser: flip,
  blockedReason: blocked,
}: {
  versionBrowser: VersionBrowser;
  blockedReason: string;
}) {
  const { index, versionCount, turn } = flip;
  const disabledProps = (end: boolean) => (end ? { 'aria-disabled': true } : {});
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <span className="versions" role="group" aria-label="Versions">
      <ToolButton
        label="Previous version"
        icon={<ChevronLeft size={16} aria-hidden="true" />}
        blockedReason={blocked}
        onPress={() => turn(-1)}
        {...disabledProps(index === 0)}
      />
      <span className="versions__count num" aria-hidden="true">
        {index + 1} / {versionCount}
      </span>
      <span role="status">
        <VisuallyHidden>
          Version {index + 1} of {versionCount}
        </VisuallyHidden>
      </span>
      <ToolButton
        label="Next version"
        icon={<ChevronRight size={16} aria-hidden="true" />}
        blockedReason={blocked}
        onPress={() => turn(1)}
        {...disabledProps(index === versionCount - 1)}
      />
    </span>
  );
}
