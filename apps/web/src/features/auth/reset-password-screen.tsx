import { Button } from '@mantine/core'
import { consentVersion } from '@muster/domain/consent.ts'
import { isPin } from '@muster/domain/pin.ts'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { deviceToken } from '../../lib/device-token.ts'
import { errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { sessionStore } from '../../lib/session-store.ts'
import { usePasswordMin } from '../../lib/use-password-min.ts'
import { type NewPassword, NewPasswordFields, newPasswordRules } from '../../ui/forms/new-password-fields.tsx'
import { PinInput } from '../../ui/forms/pin-input.tsx'
import { useMarkedForm } from '../../ui/forms/use-marked-form.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { ConsentNote } from '../consents/public.tsx'
import classes from './auth-frame.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { InvalidLink } from './invalid-link.tsx'
import { ToSignIn } from './to-sign-in.tsx'

type Props = {
  /** Of the mailed link; undefined when the address has none. */
  token: string | undefined
  /** They were given the account, and have neither password nor PIN. */
  invited: boolean
  onDone: () => void
}

type Form = NewPassword & { pin: string; confirmPin: string }

/** Sets a new password with a mailed link, and the first PIN; every device of the account is signed out by it. */
export function ResetPasswordScreen({ token, invited, onDone }: Props) {
  const passwordMin = usePasswordMin()
  const form = useMarkedForm<Form>({
    initialValues: { password: '', confirmPassword: '', pin: '', confirmPin: '' },
    validate: {
      ...newPasswordRules(passwordMin),
      pin: value => (!invited || isPin(value) ? null : 'PIN must be exactly 4 digits'),
      confirmPin: (value, { pin }) => (value === pin ? null : 'PINs do not match'),
    },
  })
  const reset = useMutation({
    mutationFn: async ({ password, pin }: Form) => {
      // Whoever is signed in here with this account is signed out by it, and knows why; the socket may tell first.
      const stay = sessionStore.leave()
      try {
        const { deviceToken: known } = await api.auth.resetPassword({
          token: token ?? '',
          password,
          ...(invited && { pin, consentVersion }),
        })
        // Guesses made elsewhere cannot keep this device from signing in with the new password.
        deviceToken.keep(known)
        // The session may be another person's: asking finds out, and ends it here if it is over.
        if (sessionStore.get()) await api.auth.me().catch(() => undefined)
      } finally {
        stay()
      }
    },
    onSuccess: () => {
      if (invited) notify.success('Your account is ready', 'Sign in with your password.')
      else notify.success('Password changed', 'Sign in with your new password.')
      onDone()
    },
    onError: error => {
      if (hasCode(error, 'PASSWORD_TOO_SHORT', 'PASSWORD_COMMON')) {
        form.refuse('password', error.message)
      }
    },
  })
  const pin = (name: 'pin' | 'confirmPin') => ({
    value: form.values[name],
    error: form.errors[name] as string | undefined,
    disabled: reset.isPending,
    onChange: (value: string) => form.setFieldValue(name, value),
  })
  if (token === undefined || hasCode(reset.error, 'INVALID_LINK')) return <InvalidLink of="password" />

  return (
    <AuthFrame
      title={invited ? 'Set your password and PIN' : 'Set a new password'}
      intro={
        invited
          ? 'You sign in with the password, and enter zones with the PIN.'
          : 'You then sign in with it on all your devices.'
      }
    >
      <form noValidate onSubmit={form.onSubmit(values => reset.mutate(values))}>
        <div className={classes.fields}>
          {reset.isError && !hasCode(reset.error, 'PASSWORD_TOO_SHORT', 'PASSWORD_COMMON') && (
            <ProblemAlert>
              {errorTextWithTime(reset.error, 'The password could not be changed. Please try again.')}
            </ProblemAlert>
          )}
          <NewPasswordFields form={form} min={passwordMin} disabled={reset.isPending} />
          {invited && (
            <>
              <PinInput label="Zone entry PIN" {...pin('pin')} />
              <PinInput label="Confirm PIN" {...pin('confirmPin')} />
            </>
          )}
          {invited && <ConsentNote act="setting your password and PIN" />}
          <Button type="submit" fullWidth disabled={reset.isPending}>
            {reset.isPending ? 'Setting password…' : 'Set password'}
          </Button>
        </div>
      </form>
      <ToSignIn />
    </AuthFrame>
  )
}
