import {
  commonPasswordMessage,
  isCommonPassword,
  isPhone,
  missingSignUpField,
  type SignUpError,
  type SignUpForm,
  signUpError,
} from '@muster/domain/sign-up.ts'
import { newPasswordProblem } from '../../lib/password-rules.ts'
import { emailMessage, isEmail } from './email-rule.ts'

export type SignUpField = keyof SignUpForm

/** The first thing wrong with the whole form: what is missing, the seven rules in their order, common passwords. */
export function firstProblem(form: SignUpForm, passwordMin: number): SignUpError | undefined {
  const missing = missingSignUpField(form)
  if (missing) return missing
  if (!isEmail(form.email)) return { field: 'email', message: emailMessage }
  const broken = signUpError(form, passwordMin)
  if (broken) return broken
  if (isCommonPassword(form.password)) return { field: 'password', message: commonPasswordMessage }
  return undefined
}

/**
 * What is wrong with one field when it is left, or undefined. Says nothing about fields still empty: they may be
 * filled in later, and the submit says so.
 */
export function fieldProblem(form: SignUpForm, field: SignUpField, passwordMin: number): string | undefined {
  if (form[field] === '') return undefined
  switch (field) {
    case 'email':
      return isEmail(form.email) ? undefined : emailMessage
    case 'phone':
      return isPhone(form.phone) ? undefined : 'Please enter a valid phone number'
    case 'password':
      return newPasswordProblem(form.password, passwordMin) ?? undefined
    case 'confirmPassword':
      return form.password === form.confirmPassword ? undefined : 'Passwords do not match'
    case 'pin':
      return form.pin.length === 4 ? undefined : 'PIN must be exactly 4 digits'
    case 'confirmPin':
      return form.pin === form.confirmPin ? undefined : 'PINs do not match'
    default:
      return undefined
  }
}
