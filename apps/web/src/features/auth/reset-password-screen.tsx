import { t } from '@lingui/core/macro'
import { Button, Stack } from '@mantine/core'
import { consentVersion } from '@muster/domain/consent.ts'
import { isPin } from '@muster/domain/pin.ts'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api.ts'
import { deviceToken } from '../../lib/device-token.ts'
import { errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { sessionStore } from '../../lib/session-store.ts'
import { usePasswordMin } from '../../lib/use-password-min.ts'
import { Form } from '../../ui/forms/form.tsx'
import {
  createPasswordRules,
  type NewPassword,
  NewPasswordFields,
} from '../../ui/forms/new-password-fields.tsx'
import { PinInput } from '../../ui/forms/pin-input.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useMarkedForm } from '../../ui/forms/use-marked-form.ts'
import { focusHeading } from '../../ui/layout/focus-heading.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { ConsentNote } from '../consents/public.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { InvalidLink } from './invalid-link.tsx'
import { KeepAccess } from './keep-access.tsx'
import { ToSignIn } from './to-sign-in.tsx'

type Props = {
  token: string | undefined
  /** True if the account was created for the person, and therefore has neither password nor PIN yet. */
  invited: boolean
  onDone: () => void
}

type FormValues = NewPassword & { pin: string; confirmPin: string }

/** Invited people also set their first PIN. The server signs out every device of the account. */
export function ResetPasswordScreen({ token, invited, onDone }: Props) {
  const passwordMin = usePasswordMin()
  const form = useMarkedForm<FormValues>({
    initialValues: { password: '', confirmPassword: '', pin: '', confirmPin: '' },
    validate: {
      ...createPasswordRules(passwordMin),
      pin: value => (!invited || isPin(value) ? null : t`PIN must be exactly 4 digits`),
      confirmPin: (value, { pin }) => (value === pin ? null : t`PINs do not match`),
    },
  })
  const reset = useAct({
    call: async ({ password, pin, keep }: FormValues & { keep?: string[] }) => {
      // A session of this account on this device ends too. Mark that as expected first, because the socket may report it before the
      // response arrives.
      const endLeaving = sessionStore.leave()
      try {
        const { deviceToken: newToken } = await api.auth.resetPassword({
          token: token ?? '',
          password,
          ...(invited && { pin, consentVersion }),
          ...(keep && { keep }),
        })
        // Failed guesses from other devices must not prevent this device from signing in with the new password.
        deviceToken.set(newToken)
        // The session on this device may belong to another account. Ask the server; if it ended the session, the rejected call also
        // clears it here.
        if (sessionStore.get()) await api.auth.me().catch(() => undefined)
      } finally {
        endLeaving()
      }
    },
    onDone,
    done: invited
      ? [t`Your account is ready`, t`Sign in with your password.`]
      : [t`Password changed`, t`Sign in with your new password.`],
    refused: [form, { PASSWORD_TOO_SHORT: 'password', PASSWORD_COMMON: 'password' }],
    onError: error => {
      if (hasCode(error, 'PASSWORD_TOO_SHORT', 'PASSWORD_COMMON')) preview.reset()
    },
  })
  /** Reads the passkeys and location apps that work without the password. If there are none, the password is set immediately. */
  const preview = useAct({
    call: (_: FormValues) => api.auth.previewReset({ token: token ?? '' }),
    onDone: ({ passkeys, locationApps }, values) => {
      if (passkeys.length + locationApps.length === 0) reset.mutate(values)
    },
  })
  const access = preview.data
  const asksForAccess = access && access.passkeys.length + access.locationApps.length > 0
  useFocusOnStep(asksForAccess ? 'access' : 'password')
  const isWorking = preview.isPending || reset.isPending
  const problem = reset.error ?? preview.error
  const getPinProps = (name: 'pin' | 'confirmPin') => ({
    value: form.values[name],
    error: form.errors[name] as string | undefined,
    disabled: isWorking,
    onChange: (value: string) => form.setFieldValue(name, value),
  })
  if (token === undefined || hasCode(problem, 'INVALID_LINK')) return <InvalidLink of="password" />

  const alert = problem && !hasCode(problem, 'PASSWORD_TOO_SHORT', 'PASSWORD_COMMON') && (
    <ProblemAlert>{errorTextWithTime(problem, t`The password couldn’t be changed. Try again.`)}</ProblemAlert>
  )
  if (asksForAccess)
    return (
      <AuthFrame
        title={t`What else has access?`}
        intro={t`Passkeys and location apps work without the password. Remove any you don’t recognise. All your devices are signed out.`}
      >
        <Stack>
          {alert}
          <KeepAccess
            access={access}
            working={reset.isPending}
            onDecided={keep => reset.mutate({ ...form.getValues(), keep })}
            onBack={() => {
              preview.reset()
              reset.reset()
            }}
          />
        </Stack>
      </AuthFrame>
    )
  return (
    <AuthFrame
      title={invited ? t`Set your password and PIN` : t`Set a new password`}
      intro={
        invited
          ? t`You’ll use the password to sign in and the PIN to enter zones.`
          : t`Use it to sign in on all your devices.`
      }
    >
      <Form
        onSubmit={form.onSubmit(values => {
          reset.reset()
          preview.mutate(values)
        })}
      >
        {alert}
        <NewPasswordFields form={form} min={passwordMin} disabled={isWorking} />
        {invited && (
          <>
            <PinInput label={t`Zone entry PIN`} {...getPinProps('pin')} />
            <PinInput label={t`Confirm PIN`} {...getPinProps('confirmPin')} />
          </>
        )}
        {invited && <ConsentNote place="invitation" />}
        <Button type="submit" fullWidth disabled={isWorking}>
          {isWorking ? t`Setting password…` : t`Set password`}
        </Button>
      </Form>
      <ToSignIn />
    </AuthFrame>
  )
}

/** The focused button is gone. A field of the new step that already has the focus keeps it. */
function useFocusOnStep(step: string) {
  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    if (!document.activeElement?.closest('form')) focusHeading()
  }, [step])
}
