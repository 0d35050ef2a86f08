import { ORPCError } from '@orpc/client'
import { expect, it } from 'vitest'
import { errorCode, errorText, hasCode } from './error-text.ts'

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
