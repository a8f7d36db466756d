import { describe, expect, it } from 'vitest';
import { ApiError } from '#/shared/api/errors';
import { readRefusal } from './refusal';

// rules chat-refusal-stored-text, chat-send-failed
describe('readRefusal', () => {
  const sendFailedText = 'Failed to send message. Please try again.';
  const waitSentence = 'That was a lot at once. Please wait 12 seconds, then send it again.';
  it.each([
    [new ApiError(500, 'Our fault.'), 'HTTP error! status: 500', 'Our fault.', true],
    [new ApiError(503, ''), 'HTTP error! status: 503', sendFailedText, true],
    [new ApiError(422, 'Too long.'), 'HTTP error! status: 422', 'Too long.', false],
    [new ApiError(403, 'Locked.'), 'HTTP error! status: 403', 'Locked.', false],
    [new ApiError(409, 'Running.'), 'HTTP error! status: 409', 'Running.', false],
    [new ApiError(429, 'Slow.'), 'HTTP error! status: 429', 'Slow.', false],
    [new ApiError(429, ''), 'HTTP error! status: 429', sendFailedText, false],
    [new ApiError(429, 'Slow.', '', {}, 12), 'HTTP error! status: 429', waitSentence, false],
  ])('reads %o', (error, errorMessage, sentence, showsError) => {
    expect(readRefusal(error)).toEqual({ errorMessage, sentence, showsError });
  });
});
