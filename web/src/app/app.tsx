import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { BrowserRouter } from 'react-router';
import { SessionScope } from '#/features/auth';
import { createQueryClient } from '#/shared/api/query-client';
import { reportError } from '#/shared/lib/report-error';
import { OverlayHistory } from '#/shared/ui/overlay-history';
import { Toaster } from '#/shared/ui/toaster';
import { BackgroundChangesHost } from './background-host';
import { EmailLinkHost } from './email-link-host';
import { AppError } from './error-page';
import { ModalHost } from './modal-host';
import { PageScroll } from './page-scroll';
import { AppRoutes } from './routes';

export function App() {
  const [client] = useState(createQueryClient);
  return (
    <ErrorBoundary
      FallbackComponent={AppError}
      onError={(error) => reportError('Application failed', error)}
    >
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <PageScroll />
          <OverlayHistory />
          <SessionScope>
            <AppRoutes />
            <ModalHost />
            <EmailLinkHost />
            <BackgroundChangesHost />
          </SessionScope>
        </BrowserRouter>
        <Toaster />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
