import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { PasswordForm } from '../../ui/forms/password-form.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { useReloadTwoStep } from './use-reload-two-step.ts'

/** Turns the second step off. */
export function TurnOffForm({ onClose }: { onClose: () => void }) {
  const reload = useReloadTwoStep()
  const { email } = useMe()
  return (
    <PasswordForm
      label={t`Turn off`}
      workingLabel={t`Turning off…`}
      failed={t`Two-step sign-in could not be turned off. Please try again.`}
      onCancel={onClose}
      act={password => api.twoStep.turnOff({ password })}
      onDone={() => {
        notify.success(t`Two-step sign-in is off`, t`You now sign in with your password alone.`)
        onClose()
        void reload()
      }}
    >
      <Trans>
        The password alone will sign in to {email}, and your recovery codes stop working. If your organisation
        requires two-step sign-in, you have to set it up again.
      </Trans>
    </PasswordForm>
  )
}
