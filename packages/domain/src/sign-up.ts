import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/runtime-macro'
import { commonPasswords } from './common-passwords.ts'
import { limits } from './limits.ts'

/** The modes of the sign-up page: open to everybody, to holders of an invitation link, or to nobody. */
export const signUpModes = ['open', 'invited', 'closed'] as const
export type SignUpMode = (typeof signUpModes)[number]

/** Days for which a sign-up invitation link is valid. */
export const signUpLinkDays = 7

/** The values of the sign-up form, all as strings. */
export type SignUpForm = {
  firstName: string
  lastName: string
  email: string
  phone: string
  /** An ISO date such as `1990-12-31`. */
  dateOfBirth: string
  password: string
  confirmPassword: string
  pin: string
  confirmPin: string
}

export type SignUpError = { field: keyof SignUpForm; message: MessageDescriptor }

/** The fields that the seven rules check. */
export type SignUpRuleFields = Pick<
  SignUpForm,
  'password' | 'confirmPassword' | 'pin' | 'confirmPin' | 'phone'
>

/** Line breaks are rejected, because two numbers on separate lines would be read as one. */
const newLinePattern = /[\n\v\f\r\u0085\u2028\u2029]/

/** An optional plus, then at least ten digits, spaces, hyphens or parentheses. */
export const phonePattern = /^\+?[0-9\s()-]{10,}$/

/**
 * Checks the seven sign-up rules in the specification's order, and returns the field and message of the first that fails.
 * `passwordMin` is in characters and appears in the message.
 */
export function findSignUpError(
  form: SignUpRuleFields,
  passwordMin: number = limits.passwordMin,
): SignUpError | undefined {
  if (form.password !== form.confirmPassword) {
    return { field: 'confirmPassword', message: msg`Passwords do not match` }
  }
  if (form.password.length < passwordMin) {
    return { field: 'password', message: passwordTooShortMessage(passwordMin) }
  }
  if (form.pin !== form.confirmPin) return { field: 'confirmPin', message: msg`PINs do not match` }
  if (form.pin.length !== limits.pinLength)
    return { field: 'pin', message: msg`PIN must be exactly 4 digits` }
  if (!/^[0-9]+$/.test(form.pin)) return { field: 'pin', message: msg`PIN must contain only numbers` }
  if (form.phone.trim() === '') return { field: 'phone', message: msg`Phone number is required` }
  if (!isPhone(form.phone)) return { field: 'phone', message: msg`Please enter a valid phone number` }
  return undefined
}

/** Returns the first blank field among those required in addition to the seven rules. */
export function findMissingSignUpField(
  form: Pick<SignUpForm, 'firstName' | 'lastName' | 'email' | 'dateOfBirth'>,
): SignUpError | undefined {
  if (form.firstName.trim() === '') return { field: 'firstName', message: msg`First name is required` }
  if (form.lastName.trim() === '') return { field: 'lastName', message: msg`Last name is required` }
  if (form.email.trim() === '') return { field: 'email', message: msg`Email is required` }
  if (form.dateOfBirth.trim() === '') return { field: 'dateOfBirth', message: msg`Date of birth is required` }
  return undefined
}

/** Returns 'Password must be at least 6 characters', with the operator's minimum. */
export function passwordTooShortMessage(passwordMin: number): MessageDescriptor {
  return msg`Password must be at least ${plural({ passwordMin }, { one: '# character', other: '# characters' })}`
}

/** Returns true if a trimmed text is a phone number on one line by the specification's loose rule. */
export function isPhone(text: string): boolean {
  return phonePattern.test(text.trim()) && !newLinePattern.test(text.trim())
}

/** Returns the part of typed or pasted text that a PIN field keeps: only digits, at most `length`, four by default. */
export function stripPin(text: string, length: number = limits.pinLength): string {
  return text.replace(/[^0-9]/g, '').slice(0, length)
}

export const commonPasswordMessage = msg`This password is too common. Choose a different one.`

/** Returns true if a password is among the most commonly tried ones, regardless of case. */
export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase())
}

/** A hint, no rule: 0 useless to 4 strong. Length counts most. Short or common: 0; under five different characters: 1. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password.length < limits.passwordMin || isCommonPassword(password)) return 0
  if (new Set(password.toLowerCase()).size < 5) return 1
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter(kind => kind.test(password)).length
  const score = password.length + 2 * (kinds - 1)
  if (score >= 18) return 4
  if (score >= 14) return 3
  if (score >= 10) return 2
  return 1
}

/** Returns true if a trimmed text on one line can be dialled. Also accepts short numbers and extensions, which sign-up rejects. */
export function isDialable(text: string): boolean {
  return /^(?=.*[0-9])\+?[0-9\s()-]{3,}$/.test(text.trim()) && !newLinePattern.test(text.trim())
}
