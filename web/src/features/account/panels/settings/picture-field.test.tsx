import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { closeModal } from '#/features/auth';
import { deferred } from '#/shared/test/deferred';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { fakeAccount } from '../../test/fake-account';
import { texts } from '../../texts';
import { ProfileForm } from './profile-form';

const firstPicture = '/media/first.jpg';

function openProfileForm(avatar: string | null = null) {
  const fake = fakeAccount();
  fake.me = { ...fake.me, avatar, image: avatar };
  const view = renderApp(<ProfileForm user={fake.me} />, { user: fake.me });
  return { ...view, fake };
}

function answerUploads(answer: () => Response | Promise<Response>) {
  server.use(http.post('*/api/admin/upload/single/user_profile', answer));
}

const uploadAnswer = (url: string) => () =>
  HttpResponse.json({ status: 'success', data: { urls: [url] } });

const fileInput = () => screen.getByLabelText<HTMLInputElement>('Change picture');
const saveButton = () => screen.getByRole('button', { name: 'Save Changes' });
const shownPicture = () => document.querySelector('.picture-field .initial');
const fakeFile = (type = 'image/png', size = 10) =>
  new File([new Uint8Array(size)], 'me', { type });

beforeEach(() => closeModal());

describe('the picture of the profile', () => {
  // rules account-picture, media-avatar
  it('is uploaded, shown and saved', async () => {
    answerUploads(uploadAnswer(firstPicture));
    const { user, fake } = openProfileForm();
    expect(shownPicture()).toHaveAttribute('data-letter');
    expect(fileInput()).toHaveAttribute('accept', 'image/*');
    await user.upload(fileInput(), fakeFile());
    await waitFor(() => expect(shownPicture()).toHaveAttribute('src', firstPicture));
    expect(screen.getByRole('status')).toHaveTextContent(texts.pictureUploaded);
    expect(fake.requestedChanges).toEqual([]);
    await user.click(saveButton());
    await waitFor(() => expect(fake.requestedChanges).toHaveLength(1));
    expect(fake.requestedChanges[0]?.body).toMatchObject({ avatar: firstPicture });
  });

  // rule account-picture
  it('shows that it is being uploaded, and is not saved meanwhile', async () => {
    const uploadResponse = deferred<Response>();
    answerUploads(() => uploadResponse.promise);
    const { user, fake } = openProfileForm();
    await user.upload(fileInput(), fakeFile());
    expect(await screen.findByRole('progressbar')).toHaveAccessibleName(texts.pictureUploading);
    await user.click(saveButton());
    expect(fake.requestedChanges).toEqual([]);
    uploadResponse.resolve(uploadAnswer(firstPicture)());
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  });

  // rule account-picture
  it('is removed with null, and the focus stays in the form', async () => {
    const { user, fake } = openProfileForm(firstPicture);
    await user.click(screen.getByRole('button', { name: 'Remove picture' }));
    expect(fileInput()).toHaveFocus();
    expect(screen.getByRole('status')).toHaveTextContent(texts.pictureRemoved);
    await user.click(saveButton());
    await waitFor(() => expect(fake.requestedChanges).toHaveLength(1));
    expect(fake.requestedChanges[0]?.body).toMatchObject({ avatar: null });
  });

  it('is not sent if it has not changed', async () => {
    const { user, fake } = openProfileForm(firstPicture);
    await user.click(saveButton());
    await waitFor(() => expect(fake.requestedChanges).toHaveLength(1));
    expect(fake.requestedChanges[0]?.body).not.toHaveProperty('avatar');
  });

  // rule account-picture
  it.each([
    ['another type', fakeFile('application/pdf'), texts.pictureType],
    ['an SVG', fakeFile('image/svg+xml'), texts.pictureType],
    ['a large file', fakeFile('image/png', 5 * 1024 * 1024 + 1), texts.pictureTooLarge],
  ])('refuses %s without an upload', async (_, chosen, text) => {
    openProfileForm();
    // Users can switch off the filter of the browser's file dialog, so the test sends the event directly.
    fireEvent.change(fileInput(), { target: { files: [chosen] } });
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(fileInput()).toHaveAccessibleDescription(expect.stringContaining(text));
  });

  // rule account-picture
  it("shows the server's refusal until the next choice, and keeps what is typed", async () => {
    answerUploads(() => refusal(422, 'This picture cannot be read.', 'invalid'));
    const { user } = openProfileForm();
    await user.type(screen.getByLabelText('Username'), ' Byron');
    await user.upload(fileInput(), fakeFile());
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent('This picture cannot be read.'),
    );
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toMatch(/ Byron$/);
    answerUploads(() => HttpResponse.error());
    await user.upload(fileInput(), fakeFile());
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(texts.pictureFailed));
    answerUploads(uploadAnswer(firstPicture));
    await user.upload(fileInput(), fakeFile());
    await waitFor(() => expect(screen.getByRole('alert')).toBeEmptyDOMElement());
  });

  // rule account-picture-fallback
  it('is the initial if it cannot be loaded', () => {
    openProfileForm(firstPicture);
    const picture = shownPicture();
    if (!picture) throw new Error('there is no picture');
    fireEvent.error(picture);
    expect(shownPicture()).toHaveAttribute('data-letter');
  });
});
