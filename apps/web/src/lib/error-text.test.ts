import { ORPCError } from '@orpc/client'
import { expect, it } from 'vitest'
import {
  errorCode,
  errorReference,
  errorText,
  errorTextWithReason,
  hasCode,
  toNextPageError,
  withReference,
} from './error-text.ts'

const expectedError = new ORPCError('INVALID_PIN', {
  status: 422,
  defined: true,
  message: 'Invalid PIN. Please try again.',
})
const unexpectedError = new ORPCError('INTERNAL_SERVER_ERROR', {
  status: 500,
  message: 'relation "x" does not exist',
})

it('an expected failure shows its own text', () => {
  expect(errorText(expectedError, 'Failed to verify PIN. Please try again.')).toBe(
    'Invalid PIN. Please try again.',
  )
  expect(errorCode(expectedError)).toBe('INVALID_PIN')
  expect(hasCode(expectedError, 'PIN_LOCKED', 'INVALID_PIN')).toBe(true)
})

it('internal details of a bug or a network failure are never shown', () => {
  expect(errorText(unexpectedError, 'Failed to load zones')).toBe('Failed to load zones')
  expect(errorText(new TypeError('Failed to fetch'), 'Failed to load zones')).toBe('Failed to load zones')
  expect(errorCode(unexpectedError)).toBeUndefined()
})

it('a failed action gives the contract’s reason, or whether the server responded at all', () => {
  const describeError = (error: unknown) => errorTextWithReason(error, 'Failed to update user')
  expect(describeError(expectedError)).toBe('Invalid PIN. Please try again.')
  expect(describeError(new TypeError('Failed to fetch'))).toBe(
    'Failed to update user: the server didn’t respond. Check your connection and try again.',
  )
  expect(describeError(unexpectedError)).toBe(
    'Failed to update user: something went wrong on the server. Try again in a moment.',
  )
})

it('the detail of a failure is the contract’s text, if there is one', () => {
  expect(toNextPageError(expectedError)).toBe('Invalid PIN. Please try again.')
  expect(toNextPageError(unexpectedError)).toBeUndefined()
})

it('shows the reference of an unexpected error after the action’s text', () => {
  const createError = (requestId: unknown) =>
    new ORPCError('INTERNAL_SERVER_ERROR', { status: 500, data: { requestId } })
  expect(errorReference(createError('7KQM-3FXD'))).toBe('Reference 7KQM-3FXD')
  expect(errorText(createError('7KQM-3FXD'), 'Failed to load zones')).toBe(
    'Failed to load zones (Reference 7KQM-3FXD)',
  )
  expect(errorTextWithReason(createError('7KQM-3FXD'), 'Failed to update user')).toBe(
    'Failed to update user: something went wrong on the server. Try again in a moment. (Reference 7KQM-3FXD)',
  )
  expect(toNextPageError(createError('7KQM-3FXD'))).toBeUndefined()
})

it('a server that cannot answer now shows the contract’s text and the reference', () => {
  const busy = new ORPCError('SERVICE_UNAVAILABLE', {
    status: 503,
    defined: true,
    message: 'The service isn’t available right now. Try again.',
    data: { requestId: '7KQM-3FXD' },
  })
  const shown = 'The service isn’t available right now. Try again. (Reference 7KQM-3FXD)'
  expect(errorText(busy, 'Failed to load zones')).toBe(shown)
  expect(errorTextWithReason(busy, 'Failed to update user')).toBe(shown)
  expect(toNextPageError(busy)).toBe(shown)
})

it('the reference is found through a screen’s own error, and ends a text of its own', () => {
  const cause = new ORPCError('INTERNAL_SERVER_ERROR', { status: 500, data: { requestId: '7KQM-3FXD' } })
  const error = new Error('', { cause })
  expect(withReference('Failed to download file', error)).toBe(
    'Failed to download file (Reference 7KQM-3FXD)',
  )
  expect(withReference('Failed to download file', new Error(''))).toBe('Failed to download file')
})

it('shows no reference for a failure with a reason or for an id of another form', () => {
  for (const requestId of [undefined, 42, '<b>7KQM</b>', 'a b c d e f g h', 'x'.repeat(65)])
    expect(
      errorReference(new ORPCError('INTERNAL_SERVER_ERROR', { status: 500, data: { requestId } })),
    ).toBeUndefined()
  expect(errorReference(expectedError)).toBeUndefined()
  expect(
    errorReference(new ORPCError('NOT_FOUND', { status: 404, data: { requestId: '7KQM-3FXD' } })),
  ).toBeUndefined()
  expect(errorReference(new TypeError('Failed to fetch'))).toBeUndefined()
})
