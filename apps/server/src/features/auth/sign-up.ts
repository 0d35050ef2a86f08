import { randomBytes } from 'node:crypto'
import { msg } from '@lingui/core/runtime-macro'
import { sourceLanguage } from '@muster/domain/language.ts'
import type { Role } from '@muster/domain/role.ts'
import { findSignUpError, isCommonPassword } from '@muster/domain/sign-up.ts'
import { makeUserCode, userCodeBytes } from '@muster/domain/user-code.ts'
import { isAPIError } from 'better-auth/api'
import { fail } from '../../rpc/fail.ts'
import { hashSecret, withHash } from '../../rpc/hashing.ts'
import { negotiateLanguage } from '../../rpc/request-language.ts'
import type { AuthLibrary, AuthSettings } from './auth-library.ts'
import { passwordTooShortText } from './passwords.ts'

export type SignUpForm = {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly dateOfBirth: string
  readonly password: string
  readonly pin: string
  /** Version of the location consent text they agreed to. */
  readonly consentVersion?: number | undefined
}

/**
 * `handle` is null if the address must be confirmed, even if it is taken, so that nobody learns which addresses have an account.
 * Throws SIGN_UP_INVALID (with the first broken rule), PASSWORD_COMMON, EMAIL_TAKEN, SERVICE_UNAVAILABLE.
 */
export async function signUp(
  auth: AuthLibrary,
  { env }: AuthSettings,
  form: SignUpForm,
  headers: Headers,
  isAddressTaken: (email: string) => Promise<boolean>,
  role: Role = 'app_user',
): Promise<{ handle: string | null; userId: string }> {
  const formError = findSignUpError(
    { ...form, confirmPassword: form.password, confirmPin: form.pin },
    env.PASSWORD_MIN,
  )
  if (formError) {
    const { field, message } = formError
    const text = field === 'password' ? passwordTooShortText(env.PASSWORD_MIN) : message
    throw fail('SIGN_UP_INVALID', { field }, text)
  }
  if (isCommonPassword(form.password)) throw fail('PASSWORD_COMMON')
  const language = negotiateLanguage(headers.get('accept-language'))
  const signUpData = {
    // An account created in English has no language of its own and follows its organisation's.
    ...(language !== sourceLanguage && { language }),
    firstName: form.firstName,
    lastName: form.lastName,
    phone: form.phone,
    dateOfBirth: form.dateOfBirth,
    role,
    userCode: makeUserCode(randomBytes(userCodeBytes)),
    pinHash: await hashSecret(form.pin),
    ...(form.consentVersion !== undefined && {
      consent: {
        version: form.consentVersion,
        retentionDays: env.RETENTION_DAYS,
        askedAt: 'sign_up',
      },
    }),
  }
  try {
    const { email, password } = form
    const body = { email, password, name: `${form.firstName} ${form.lastName}`, signUp: signUpData }
    // The library hashes the password inside its transaction. Hash it in advance, so that hashing does not hold a database
    // connection.
    const signUpResult = await withHash(password, () => auth.api.signUpEmail({ body, headers }))
    return { handle: signUpResult.token, userId: signUpResult.user.id }
  } catch (error) {
    if (!isAPIError(error)) throw error
    // If two sign-ups use the same address concurrently, the unique key rejects the second. Any other cause is a server error.
    if (error.body?.code === 'FAILED_TO_CREATE_USER')
      throw (await isAddressTaken(form.email)) ? fail('EMAIL_TAKEN') : fail('SERVICE_UNAVAILABLE')
    throw toSignUpError(error.body?.code)
  }
}

function toSignUpError(code: string | undefined) {
  switch (code) {
    case 'USER_ALREADY_EXISTS':
    case 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL':
      return fail('EMAIL_TAKEN')
    case 'INVALID_EMAIL':
      return fail('SIGN_UP_INVALID', { field: 'email' }, msg`Please enter a valid email address.`)
    default:
      return fail('SIGN_UP_INVALID', { field: 'form' })
  }
}
