import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { api } from '../../lib/api.ts'
import { PasswordForm } from '../../ui/forms/password-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useReloadTwoStep } from './use-reload-two-step.ts'
import type { SetUpFlow } from './use-set-up.ts'

export function RenewCodes({ flow, onClose }: { flow: SetUpFlow; onClose: () => void }) {
  const reload = useReloadTwoStep()
  if (flow.codes) return <RecoveryCodes codes={flow.codes} onDone={onClose} />
  return (
    <PasswordForm
      label={t`Create new codes`}
      workingLabel={t`Creating new codes…`}
      failed={t`New recovery codes couldn’t be created. Try again.`}
      onCancel={onClose}
      act={password => api.twoStep.renewRecoveryCodes({ password })}
      onDone={({ recoveryCodes }) => {
        flow.show(recoveryCodes)
        void reload()
      }}
    >
      <Trans>Your current codes stop working immediately.</Trans>
    </PasswordForm>
  )
}
