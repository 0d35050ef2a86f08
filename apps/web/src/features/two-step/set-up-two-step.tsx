import { useState } from 'react'
import { api } from '../../lib/api.ts'
import type { AppSetup } from './app-setup.ts'
import { ConfirmApp } from './confirm-app.tsx'
import { PasswordForm } from './password-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Props = {
  onCancel: () => void
  /** It is on, and the recovery codes were seen. */
  onDone: () => void
}

/** The password, an app that shows the right code, and the recovery codes: then there is a second step. */
export function SetUpTwoStep({ onCancel, onDone }: Props) {
  const [setup, setSetup] = useState<AppSetup>()
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (setup) return <ConfirmApp setup={setup} onCancel={onCancel} onConfirmed={setCodes} />
  return (
    <PasswordForm
      label="Go on"
      workingLabel="Checking…"
      failed="Two-step sign-in could not be set up. Please try again."
      onCancel={onCancel}
      act={password => api.twoStep.begin({ password })}
      onDone={setSetup}
    >
      You need an authenticator app on your phone: the one you use already, or any other. When you sign in,
      Muster will ask for the code it shows.
    </PasswordForm>
  )
}
