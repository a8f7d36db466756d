/** Longest name and description of a collection, in code points (rule collections-name). */
export const collectionLengths = { name: 60, description: 300 } as const;

/** Texts that docs/rules.md fixes (topic Collections), and others of this feature. */
export const texts = {
  nameRequired: 'Name is required',
  nameTooLong: `Name is too long (at most ${collectionLengths.name} characters)`,
  descriptionTooLong: `Description is too long (at most ${collectionLengths.description} characters)`,
  createFailed: 'The collection could not be created. Please try again.',
  saveFailed: 'The collection could not be saved. Please try again.',
  addFailed: 'The character could not be added. Please try again.',
  takeOutFailed: 'The character could not be taken out. Please try again.',
  orderFailed: 'The new order could not be saved. Please try again.',
  deleteFailed: 'The collection could not be deleted. Please try again.',
  shareFailed: 'The address could not be made. Please try again.',
  unshareFailed: 'Sharing could not be stopped. Please try again.',
  unread: 'Your collections could not be fetched.',
  noneOfYours: 'You have no collections of your own yet.',
  addressCopied: 'The address is copied.',
  copyFailed: 'It could not be copied. Please select the text and copy it.',
  sharingStopped: 'The collection is no longer shared.',
  deleted: 'The collection is deleted.',
  // rule collections-share-dialog
  notShared: 'This collection is not shared',
  notSharedHelp: 'The address may be misspelt, or its owner has stopped sharing it.',
  emptyShared: 'Nobody is in this collection yet',
} as const;

export const characterCountText = (count: number, formatted = String(count)) =>
  count === 1 ? '1 character' : `${formatted} characters`;
