import { t } from '@lingui/core/macro'
import { ORPCError } from '@orpc/client'
import { errorCode, errorTextWithTime } from '../../lib/error-text.ts'
import { isSignUpField, type SignUpField } from './sign-up-rules.ts'

const fieldsByCode: Partial<Record<string, SignUpField>> = {
  EMAIL_TAKEN: 'email',
  PASSWORD_COMMON: 'password',
}

export function signUpFailure(error: unknown): { text: string; field?: SignUpField } {
  const code = errorCode(error)
  const isServerError = error instanceof ORPCError
  const text = errorTextWithTime(
    error,
    isServerError ? t`Failed to create account. Please try again.` : t`Sign up failed. Please try again.`,
  )
  if (code === 'SIGN_UP_INVALID') {
    const data = (error as ORPCError<string, { field?: string } | undefined>).data
    return { text, field: isSignUpField(data?.field) ? data.field : undefined }
  }
  return { text, field: code && fieldsByCode[code] }
}
