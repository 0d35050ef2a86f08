import { ORPCError } from '@orpc/client'
import { expect, it } from 'vitest'
import { errorCode, errorText, errorTextWithReason, failedNext, hasCode } from './error-text.ts'

const expected = new ORPCError('INVALID_PIN', {
  status: 422,
  defined: true,
  message: 'Invalid PIN. Please try again.',
})
const bug = new ORPCError('INTERNAL_SERVER_ERROR', { status: 500, message: 'relation "x" does not exist' })

it('shows the text of an expected failure', () => {
  expect(errorText(expected, 'Failed to verify PIN. Please try again.')).toBe(
    'Invalid PIN. Please try again.',
  )
  expect(errorCode(expected)).toBe('INVALID_PIN')
  expect(hasCode(expected, 'PIN_LOCKED', 'INVALID_PIN')).toBe(true)
})

it('never shows the inside of a bug or of the network', () => {
  expect(errorText(bug, 'Failed to load zones')).toBe('Failed to load zones')
  expect(errorText(new TypeError('Failed to fetch'), 'Failed to load zones')).toBe('Failed to load zones')
  expect(errorCode(bug)).toBeUndefined()
})

it('says why an act failed: in the words of the contract, else whether the server answered at all', () => {
  const why = (error: unknown) => errorTextWithReason(error, 'Failed to update user')
  expect(why(expected)).toBe('Invalid PIN. Please try again.')
  expect(why(new TypeError('Failed to fetch'))).toBe(
    'Failed to update user: the server did not answer. Check your connection and try again.',
  )
  expect(why(bug)).toBe('Failed to update user: the server could not do it. Try again in a moment.')
})

it('below what failed stand the words of the contract, if there are some', () => {
  expect(failedNext(expected)).toBe('Invalid PIN. Please try again.')
  expect(failedNext(bug)).toBeUndefined()
})
