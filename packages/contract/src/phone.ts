import { isDialable } from '@muster/domain/sign-up.ts'
import { oneLine } from './texts.ts'

const invalidPhoneMessage = 'Please enter a valid phone number'

/**
 * A phone number. Line breaks are rejected instead of replaced by spaces, because two numbers joined into one line would look like
 * a third. Sign-up has stricter rules.
 */
export const phoneLine = (limit: number) => oneLine(limit, invalidPhoneMessage)

/** A number that can be dialled, or an empty string. */
export const phone = (limit: number) =>
  phoneLine(limit).refine(it => it === '' || isDialable(it), invalidPhoneMessage)
