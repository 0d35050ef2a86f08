import type { AccountDetail } from '@muster/contract/accounts.ts'
import { api, orpc } from '../../lib/api.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { accountName } from './account-words.ts'

type Props = { account: AccountDetail; opened: boolean; onClose: () => void }

/** Turns off two-step sign-in for a person who has lost their phone and recovery codes. */
export function ResetTwoStepDialog({ account, opened, onClose }: Props) {
  const name = accountName(account)
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Reset two-step sign-in of ${name}?`}
      confirmLabel="Reset two-step sign-in"
      workingLabel="Resetting…"
      removes={[
        'Their second step with its recovery codes, and their passkeys',
        'All their sessions, at once',
      ]}
      onConfirm={() => api.security.resetTwoStep({ userId: account.id })}
      done={['Two-step sign-in reset', `${name} signs in with the password alone, and is told by e-mail.`]}
      invalidates={[orpc.accounts.key()]}
      failure="Two-step sign-in could not be reset. Please try again."
    >
      Make sure that it is really {name} who asks: whoever knows the password can sign in afterwards. It
      stands in the security log.
    </ConfirmDialog>
  )
}
