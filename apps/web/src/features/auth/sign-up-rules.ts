import { birthDate } from '@muster/contract/auth.ts'
import { isPersonName, personNameMessage } from '@muster/domain/person-name.ts'
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

const fields: readonly SignUpField[] = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'dateOfBirth',
  'password',
  'confirmPassword',
  'pin',
  'confirmPin',
]

/** Whether a name of the server is that of a field of the form: it may say `form`, or one this page does not know. */
export function isSignUpField(name: string | undefined): name is SignUpField {
  return name !== undefined && fields.some(field => field === name)
}

/** Undefined for a date the server takes, else what to say about it. */
function birthDateProblem(date: string): string | undefined {
  return birthDate.safeParse(date).error?.issues[0]?.message
}

/** The first thing wrong with the whole form: what is missing, the seven rules in their order, common passwords. */
export function firstProblem(form: SignUpForm, passwordMin: number): SignUpError | undefined {
  const missing = missingSignUpField(form)
  if (missing) return missing
  for (const field of ['firstName', 'lastName'] as const)
    if (!isPersonName(form[field])) return { field, message: personNameMessage }
  if (!isEmail(form.email)) return { field: 'email', message: emailMessage }
  const wrongDate = birthDateProblem(form.dateOfBirth)
  if (wrongDate) return { field: 'dateOfBirth', message: wrongDate }
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
    case 'firstName':
    case 'lastName':
      return isPersonName(form[field]) ? undefined : personNameMessage
    case 'email':
      return isEmail(form.email) ? undefined : emailMessage
    case 'dateOfBirth':
      return birthDateProblem(form.dateOfBirth)
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

/** What is right or wrong only together. */
const pairs: readonly (readonly SignUpField[])[] = [
  ['password', 'confirmPassword'],
  ['pin', 'confirmPin'],
]

/** What the sent form lacks in a field, also in one that was left empty: what would be wrong first if all others were right. */
function missingProblem(form: SignUpForm, field: SignUpField, passwordMin: number): string | undefined {
  const password = 'zq7!'.repeat(passwordMin).slice(0, passwordMin)
  const right: SignUpForm = {
    ...{
      firstName: 'x',
      lastName: 'x',
      email: 'x@example.org',
      phone: '0000000000',
      dateOfBirth: '2000-01-01',
    },
    ...{ password, confirmPassword: password, pin: '0000', confirmPin: '0000' },
  }
  const own = pairs.find(pair => pair.includes(field)) ?? [field]
  const filled = Object.fromEntries(own.map(name => [name, form[name]]))
  const first = firstProblem({ ...right, ...filled }, passwordMin)
  return first?.field === field ? first.message : undefined
}

/** Every field that is wrong, and first the one the specification names first; to mark them all when the form is sent. */
export function allProblems(form: SignUpForm, passwordMin: number): Partial<Record<SignUpField, string>> {
  const first = firstProblem(form, passwordMin)
  if (!first) return {}
  const found: Partial<Record<SignUpField, string>> = { [first.field]: first.message }
  for (const field of fields) {
    const problem = missingProblem(form, field, passwordMin) ?? fieldProblem(form, field, passwordMin)
    if (problem !== undefined) found[field] ??= problem
  }
  return found
}
