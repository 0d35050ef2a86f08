import { t } from '@lingui/core/macro'
import { consentVersion } from '@muster/domain/consent.ts'
import type { SignUpForm } from '@muster/domain/sign-up.ts'
import { ORPCError } from '@orpc/client'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { deviceToken } from '../../lib/device-token.ts'
import { guestOwner, openDraft } from '../../lib/drafts/draft-store.ts'
import { errorCode, errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { sessionStore } from '../../lib/session-store.ts'
import { usePasswordMin } from '../../lib/use-password-min.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { useMarkedForm } from '../../ui/forms/use-marked-form.ts'
import { notifyFailure } from '../../ui/toast/notify-failure.ts'
import { allProblems, fieldProblem, firstProblem, isSignUpField, type SignUpField } from './sign-up-rules.ts'

type Draft = Pick<SignUpForm, 'firstName' | 'lastName' | 'email' | 'phone' | 'dateOfBirth'>

const emptyDraft: Draft = { firstName: '', lastName: '', email: '', phone: '', dateOfBirth: '' }
const draft = openDraft<Draft>('sign-up', guestOwner)

/** The draft of the sign-up form, which survives a reload. Password and PIN are never stored. */
const signUpDraft = {
  load: () => draft.load(emptyDraft),
  keep({ firstName, lastName, email, phone, dateOfBirth }: SignUpForm) {
    draft.save({ firstName, lastName, email, phone, dateOfBirth })
  },
  forget: draft.forget,
}

const toInputId = (field: string) => `sign-up-${field}`

export type SignUpOptions = {
  /** The one-time token for a new installation. It creates the first super admin, by the same rules. */
  setupToken?: string
  /** The token from an invitation link, if sign-up requires one. */
  invitation?: string
  /** The token from an invitation to a zone, which the new account joins. */
  zoneInvitation?: string
  /** Called once the account is created, with the zone it joined. */
  onDone: (result: { joinedZoneId: string | null; hasSession: boolean }) => void
}

export function useSignUp({ setupToken, invitation, zoneInvitation, onDone }: SignUpOptions) {
  const passwordMin = usePasswordMin()
  const [problem, setProblem] = useState<string>()
  const form = useMarkedForm<SignUpForm>({
    initialValues: { ...signUpDraft.load(), password: '', confirmPassword: '', pin: '', confirmPin: '' },
    onValuesChange: signUpDraft.keep,
    validate: values => allProblems(values, passwordMin),
  })

  const showRefusal = (text: string, field?: SignUpField) => {
    if (!field) return setProblem(text)
    form.refuse(field, text)
  }
  const signUp = useAct({
    call: async ({ confirmPassword: _, confirmPin: __, ...form }: SignUpForm) => {
      const input = { ...form, consentVersion }
      return setupToken === undefined
        ? api.auth.signUp({ ...input, invitation, zoneInvitation })
        : { ...(await api.auth.setUpFirstAdmin({ ...input, setupToken })), joinedZoneId: null }
    },
    onDone: ({ session, deviceToken: newToken, joinedZoneId }) => {
      signUpDraft.forget()
      deviceToken.set(newToken)
      if (session) sessionStore.set(session)
      onDone({ joinedZoneId, hasSession: session !== null })
    },
    done: ({ session }) => [
      t`Account Created`,
      session
        ? t`Account created successfully! Welcome to Muster.`
        : t`Please check your email to confirm your account.`,
    ],
    onError: error => {
      if (hasCode(error, 'INVALID_LINK', 'SIGN_UP_CLOSED', 'INVITATION_NEEDED')) return
      const { text, field } = signUpFailure(error)
      showRefusal(text, field)
      notifyFailure(t`Sign Up Error`, text)
    },
  })
  const submit = () => {
    setProblem(undefined)
    const values = form.getValues()
    form.validate()
    const foundProblem = firstProblem(values, passwordMin)
    if (foundProblem) return document.getElementById(toInputId(foundProblem.field))?.focus()
    signUp.mutate({
      ...values,
      firstName: values.firstName.trim(),
      lastName: values.lastName.trim(),
      email: values.email.trim(),
    })
  }
  const getFieldProps = (name: SignUpField) => {
    const { onBlur, ...props } = form.getInputProps(name)
    return {
      ...props,
      id: toInputId(name),
      required: true,
      withAsterisk: false,
      onBlur: (event: unknown) => {
        onBlur?.(event)
        form.setFieldError(name, fieldProblem(form.getValues(), name, passwordMin))
      },
    }
  }
  const getPinProps = (name: 'pin' | 'confirmPin') => ({
    id: toInputId(name),
    value: form.values[name],
    error: form.errors[name] as string | undefined,
    onChange: (value: string) => form.setFieldValue(name, value),
    onBlur: () => form.setFieldError(name, fieldProblem(form.getValues(), name, passwordMin)),
  })

  return {
    form,
    problem,
    passwordMin,
    field: getFieldProps,
    pin: getPinProps,
    submit,
    error: signUp.error,
    isPending: signUp.isPending,
  }
}

const fieldsByCode: Partial<Record<string, SignUpField>> = {
  EMAIL_TAKEN: 'email',
  PASSWORD_COMMON: 'password',
}

function signUpFailure(error: unknown): { text: string; field?: SignUpField } {
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
