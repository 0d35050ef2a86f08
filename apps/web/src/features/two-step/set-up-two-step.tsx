import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { api } from '../../lib/api.ts'
import { PasswordForm } from '../../ui/forms/password-form.tsx'
import { ConfirmApp } from './confirm-app.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import type { SetUpFlow } from './use-set-up.ts'

type Props = {
  flow: SetUpFlow
  /** Cancels the setup. Omitted where signing out is the only alternative. */
  onCancel?: () => void
  /** Called once the second step is on and the recovery codes have been shown. */
  onDone: () => void
}

export function SetUpTwoStep({ flow, onCancel, onDone }: Props) {
  const { setup, codes } = flow
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (setup) return <ConfirmApp setup={setup} onCancel={onCancel} onConfirmed={flow.show} />
  return (
    <PasswordForm
      label={t`Continue`}
      workingLabel={t`Checking…`}
      failed={t`Two-step sign-in couldn’t be set up. Try again.`}
      onCancel={onCancel}
      act={password => api.twoStep.begin({ password })}
      onDone={flow.begin}
    >
      <Trans>
        You need an authenticator app on your phone (any app works). Muster asks for its code when you sign
        in.
      </Trans>
    </PasswordForm>
  )
}
