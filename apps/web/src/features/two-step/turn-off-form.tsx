import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { PasswordForm } from '../../ui/forms/password-form.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { useReloadTwoStep } from './use-reload-two-step.ts'

export function TurnOffForm({ onClose }: { onClose: () => void }) {
  const reload = useReloadTwoStep()
  const { email } = useMe()
  return (
    <PasswordForm
      label={t`Turn off`}
      workingLabel={t`Turning off…`}
      failed={t`Two-step sign-in couldn’t be turned off. Try again.`}
      onCancel={onClose}
      act={password => api.twoStep.turnOff({ password })}
      onDone={() => {
        notify.success(t`Two-step sign-in is off`, t`You now sign in with just your password.`)
        onClose()
        void reload()
      }}
    >
      <Trans>
        You’ll sign in to {email} with just your password, and your recovery codes will stop working. If your
        organisation requires two-step sign-in, you’ll have to set it up again.
      </Trans>
    </PasswordForm>
  )
}
