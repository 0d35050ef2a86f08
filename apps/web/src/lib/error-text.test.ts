import { ORPCError } from '@orpc/client'
import { expect, it } from 'vitest'
import { errorCode, errorText, errorTextWithReason, failedNext, hasCode } from './error-text.ts'

const expected = new ORPCError('INVALID_PIN', {
  status: 422,
  defined: true,
  message: 'Invalid PIN. Please try again.',
})
const bug = new ORPCError('INTERNAL_SERVER_ERROR', { status: 500, message: 'relation "x" does not exist' })

it('an expected failure shows its own text', () => {
  expect(errorText(expected, 'Failed to verify PIN. Please try again.')).toBe(
    'Invalid PIN. Please try again.',
  )
  expect(errorCode(expected)).toBe('INVALID_PIN')
  expect(hasCode(expected, 'PIN_LOCKED', 'INVALID_PIN')).toBe(true)
})

it('internal details of a bug or a network failure are never shown', () => {
  expect(errorText(bug, 'Failed to load zones')).toBe('Failed to load zones')
  expect(errorText(new TypeError('Failed to fetch'), 'Failed to load zones')).toBe('Failed to load zones')
  expect(errorCode(bug)).toBeUndefined()
})

it('a failed action gives the contract’s reason, or whether the server responded at all', () => {
  const why = (error: unknown) => errorTextWithReason(error, 'Failed to update user')
  expect(why(expected)).toBe('Invalid PIN. Please try again.')
  expect(why(new TypeError('Failed to fetch'))).toBe(
    'Failed to update user: the server didn’t respond. Check your connection and try again.',
  )
  expect(why(bug)).toBe('Failed to update user: something went wrong on the server. Try again in a moment.')
})

it('the detail of a failure is the contract’s text, if there is one', () => {
  expect(failedNext(expected)).toBe('Invalid PIN. Please try again.')
  expect(failedNext(bug)).toBeUndefined()
})
