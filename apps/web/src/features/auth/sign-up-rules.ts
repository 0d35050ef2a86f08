import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { birthDate } from '@muster/contract/auth.ts'
import { isPersonName, personNameMessage } from '@muster/domain/person-name.ts'
import {
  commonPasswordMessage,
  findMissingSignUpField,
  findSignUpError,
  isCommonPassword,
  isPhone,
  type SignUpError,
  type SignUpForm,
} from '@muster/domain/sign-up.ts'
import { getNewPasswordProblem } from '../../lib/password-rules.ts'
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

/** True if a field name from the server belongs to this form; the name may also be `form`, or a field this page does not have. */
export function isSignUpField(name: string | undefined): name is SignUpField {
  return name !== undefined && fields.some(field => field === name)
}

function birthDateProblem(date: string): string | undefined {
  return birthDate.safeParse(date).success ? undefined : t`Please enter a valid date of birth`
}

type Problem = { readonly field: SignUpField; readonly message: string }

const toProblem = ({ field, message }: SignUpError): Problem => ({ field, message: i18n._(message) })

/** Returns the first problem of the whole form: missing fields, then the seven rules in their order, then common passwords. */
export function firstProblem(form: SignUpForm, passwordMin: number): Problem | undefined {
  const missingFieldError = findMissingSignUpField(form)
  if (missingFieldError) return toProblem(missingFieldError)
  for (const field of ['firstName', 'lastName'] as const)
    if (!isPersonName(form[field])) return { field, message: i18n._(personNameMessage) }
  if (!isEmail(form.email)) return { field: 'email', message: emailMessage }
  const dateProblem = birthDateProblem(form.dateOfBirth)
  if (dateProblem) return { field: 'dateOfBirth', message: dateProblem }
  const formError = findSignUpError(form, passwordMin)
  if (formError) return toProblem(formError)
  if (isCommonPassword(form.password)) return { field: 'password', message: i18n._(commonPasswordMessage) }
  return undefined
}

/** Empty fields are not reported: they may be filled in later, and submitting reports them. */
export function fieldProblem(form: SignUpForm, field: SignUpField, passwordMin: number): string | undefined {
  if (form[field] === '') return undefined
  switch (field) {
    case 'firstName':
    case 'lastName':
      return isPersonName(form[field]) ? undefined : i18n._(personNameMessage)
    case 'email':
      return isEmail(form.email) ? undefined : emailMessage
    case 'dateOfBirth':
      return birthDateProblem(form.dateOfBirth)
    case 'phone':
      return isPhone(form.phone) ? undefined : t`Please enter a valid phone number`
    case 'password':
      return getNewPasswordProblem(form.password, passwordMin) ?? undefined
    case 'confirmPassword':
      return form.password === form.confirmPassword ? undefined : t`Passwords do not match`
    case 'pin':
      return form.pin.length === 4 ? undefined : t`PIN must be exactly 4 digits`
    case 'confirmPin':
      return form.pin === form.confirmPin ? undefined : t`PINs do not match`
    default:
      return undefined
  }
}

/** Fields that can only be validated together. */
const fieldPairs: readonly (readonly SignUpField[])[] = [
  ['password', 'confirmPassword'],
  ['pin', 'confirmPin'],
]

/** The first problem left when all fields outside its pair are valid. Unlike `fieldProblem`, it also reports empty fields. */
function missingProblem(form: SignUpForm, field: SignUpField, passwordMin: number): string | undefined {
  const password = 'zq7!'.repeat(passwordMin).slice(0, passwordMin)
  const validForm: SignUpForm = {
    ...{
      firstName: 'x',
      lastName: 'x',
      email: 'x@example.org',
      phone: '0000000000',
      dateOfBirth: '2000-01-01',
    },
    ...{ password, confirmPassword: password, pin: '0000', confirmPin: '0000' },
  }
  const fieldPair = fieldPairs.find(pair => pair.includes(field)) ?? [field]
  const filledFields = Object.fromEntries(fieldPair.map(name => [name, form[name]]))
  const foundProblem = firstProblem({ ...validForm, ...filledFields }, passwordMin)
  return foundProblem?.field === field ? foundProblem.message : undefined
}

/** The first is the one that the specification reports first. */
export function allProblems(form: SignUpForm, passwordMin: number): Partial<Record<SignUpField, string>> {
  const foundProblem = firstProblem(form, passwordMin)
  if (!foundProblem) return {}
  const problems: Partial<Record<SignUpField, string>> = { [foundProblem.field]: foundProblem.message }
  for (const field of fields) {
    const problem = missingProblem(form, field, passwordMin) ?? fieldProblem(form, field, passwordMin)
    if (problem !== undefined) problems[field] ??= problem
  }
  return problems
}
