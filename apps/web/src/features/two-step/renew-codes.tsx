import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { PasswordForm } from './password-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useReloadTwoStep } from './use-reload-two-step.ts'

/** New recovery codes in place of the old ones. */
export function RenewCodes({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[]>()
  const reload = useReloadTwoStep()
  if (codes) return <RecoveryCodes codes={codes} onDone={onClose} />
  return (
    <PasswordForm
      label="Make new codes"
      workingLabel="Making new codes…"
      failed="New recovery codes could not be made. Please try again."
      onCancel={onClose}
      act={password => api.twoStep.renewRecoveryCodes({ password })}
      onDone={({ recoveryCodes }) => {
        setCodes(recoveryCodes)
        void reload()
      }}
    >
      The codes you have now stop working at once.
    </PasswordForm>
  )
}
