import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { lazy, useEffect } from 'react';
import { type AuthModal, closeModal, useModalStore, useSession } from '#/features/auth';
import {
  categoryInk,
  closeCharacter,
  closeCollect,
  useCharacterModal,
  useCollectStore,
} from '#/features/character';
import { homeQuery } from '#/features/home/api/content';
import { closePaymentSuccess, usePaymentStore } from '#/features/payment/model/payment-store';
import { readTabJson } from '#/shared/browser/storage';
import { isRecord } from '#/shared/lib/is-record';
import { LazyOverlay } from '#/shared/ui/lazy-overlay';
import { runWhenLoaded } from './run-when-loaded';

const modalImports = {
  login: () => import('#/features/auth/components/login-modal'),
  register: () => import('#/features/auth/components/register-modal'),
  forgot: () => import('#/features/auth/components/forgot-modal'),
};

const LoginModal = lazy(() => modalImports.login().then((m) => ({ default: m.LoginModal })));
const RegisterModal = lazy(() =>
  modalImports.register().then((m) => ({ default: m.RegisterModal })),
);
const ForgotModal = lazy(() => modalImports.forgot().then((m) => ({ default: m.ForgotModal })));
const CharacterModal = lazy(() =>
  import('#/features/character/components/character-modal').then((m) => ({
    default: m.CharacterModal,
  })),
);
const AddToCollectionDialog = lazy(() =>
  import('#/features/collections/components/add-dialog').then((m) => ({
    default: m.AddToCollectionDialog,
  })),
);
const SandboxWindow = lazy(() =>
  import('#/features/payment/components/sandbox-window').then((m) => ({
    default: m.SandboxWindow,
  })),
);
const PaymentSuccess = lazy(() =>
  import('#/features/payment/components/payment-success').then((m) => ({
    default: m.PaymentSuccess,
  })),
);

const authModals = { login: LoginModal, register: RegisterModal, forgot: ForgotModal };

/** Starts fetching the code of a modal. Call it on hover or focus of the button that opens the modal. */
export function preloadModal(modal: AuthModal): void {
  // A failed preload is silent: opening the modal fetches again and reports.
  modalImports[modal]().catch(() => undefined);
}

/**
 * Keeps only one modal open. The payment-success modal closes the others, and another modal closes it (rule
 * accounts-one-modal). The cached content of home has the locks from before the payment, so it is fetched again
 * (rule payment-refresh).
 */
function useOnlyOneOpenModal(
  client: QueryClient,
  successDetails: unknown,
  modal: unknown,
  character: unknown,
) {
  useEffect(() => {
    if (modal || character) closePaymentSuccess();
  }, [modal, character]);
  useEffect(() => {
    if (!successDetails) return;
    closeModal();
    closeCharacter();
    void client.prefetchQuery({ ...homeQuery, staleTime: 0 });
  }, [client, successDetails]);
}

/** Resumes a payment that a reload or the end of the login has interrupted (rule payment-reload). */
function useResumedPayment(client: QueryClient): void {
  const session = useSession();
  const userId = session.status === 'in' && session.user.id;
  useEffect(() => {
    if (!userId || readTabJson('payment', isRecord) === null) return;
    return runWhenLoaded(async () => {
      const resumePaymentModule = await import('#/features/payment/flow/resume-payment');
      return () => void resumePaymentModule.resumePayment(client, userId);
    });
  }, [client, userId]);
}

/**
 * The modals of all routes. At most one is open, except that 'Add to collection' lies over the character
 * modal.
 */
export function ModalHost() {
  const client = useQueryClient();
  const { modal, resetToken } = useModalStore();
  const character = useCharacterModal((state) => state.character);
  const characterToCollect = useCollectStore((state) => state.character);
  const { window: payment, paidOrder: details } = usePaymentStore();
  useOnlyOneOpenModal(client, details, modal, character);
  useResumedPayment(client);
  if (payment === 'provider') return null;
  if (payment !== null) {
    return (
      <LazyOverlay key="payment" onFail={payment.close}>
        <SandboxWindow sandboxWindow={payment} />
      </LazyOverlay>
    );
  }
  if (modal !== null) {
    const Modal = authModals[modal];
    return (
      <LazyOverlay key={`${modal} ${resetToken}`} onFail={closeModal}>
        <Modal />
      </LazyOverlay>
    );
  }
  if (details !== null) {
    return (
      <LazyOverlay key="paid" onFail={closePaymentSuccess}>
        <PaymentSuccess {...details} ink={categoryInk(details.character.category)} />
      </LazyOverlay>
    );
  }
  return (
    <>
      {character && (
        <LazyOverlay key={character.id} onFail={closeCharacter}>
          <CharacterModal character={character} />
        </LazyOverlay>
      )}
      {characterToCollect && (
        <LazyOverlay key="collect" onFail={closeCollect}>
          <AddToCollectionDialog character={characterToCollect} />
        </LazyOverlay>
      )}
    </>
  );
}
