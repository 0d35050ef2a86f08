import { api } from '../../lib/api.ts'
import { PasswordForm } from '../../ui/forms/password-form.tsx'
import { ConfirmApp } from './confirm-app.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import type { SetUp } from './use-set-up.ts'

type Props = {
  flow: SetUp
  /** Without it one leaves by signing out. */
  onCancel?: () => void
  /** It is on, and the recovery codes were seen. */
  onDone: () => void
}

/** The password, an app that shows the right code, and the recovery codes: then there is a second step. */
export function SetUpTwoStep({ flow, onCancel, onDone }: Props) {
  const { setup, codes } = flow
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (setup) return <ConfirmApp setup={setup} onCancel={onCancel} onConfirmed={flow.show} />
  return (
    <PasswordForm
      label="Go on"
      workingLabel="Checking…"
      failed="Two-step sign-in could not be set up. Please try again."
      onCancel={onCancel}
      act={password => api.twoStep.begin({ password })}
      onDone={flow.begin}
    >
      You need an authenticator app on your phone: the one you use already, or any other. When you sign in,
      Muster will ask for the code it shows.
    </PasswordForm>
  )
}
