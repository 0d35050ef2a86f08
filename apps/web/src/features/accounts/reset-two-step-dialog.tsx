import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
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
      title={t`Reset two-step sign-in of ${name}?`}
      confirmLabel={t`Reset two-step sign-in`}
      workingLabel={t`Resetting…`}
      removes={[
        t`Their second step with its recovery codes, and their passkeys`,
        t`All their sessions, at once`,
      ]}
      onConfirm={() => api.security.resetTwoStep({ userId: account.id })}
      done={[t`Two-step sign-in reset`, t`${name} signs in with the password alone, and is told by e-mail.`]}
      invalidates={[orpc.accounts.key()]}
      failure={t`Two-step sign-in could not be reset. Please try again.`}
    >
      <Trans>
        Make sure that it is really {name} who asks: whoever knows the password can sign in afterwards. It
        stands in the security log.
      </Trans>
    </ConfirmDialog>
  )
}
