import { api } from '../../lib/api.ts'
import { PasswordForm } from '../../ui/forms/password-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useReloadTwoStep } from './use-reload-two-step.ts'
import type { SetUp } from './use-set-up.ts'

/** Replaces the recovery codes with new ones. */
export function RenewCodes({ flow, onClose }: { flow: SetUp; onClose: () => void }) {
  const reload = useReloadTwoStep()
  if (flow.codes) return <RecoveryCodes codes={flow.codes} onDone={onClose} />
  return (
    <PasswordForm
      label="Make new codes"
      workingLabel="Making new codes…"
      failed="New recovery codes could not be made. Please try again."
      onCancel={onClose}
      act={password => api.twoStep.renewRecoveryCodes({ password })}
      onDone={({ recoveryCodes }) => {
        flow.show(recoveryCodes)
        void reload()
      }}
    >
      The codes you have now stop working at once.
    </PasswordForm>
  )
}
