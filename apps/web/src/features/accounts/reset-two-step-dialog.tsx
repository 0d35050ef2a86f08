import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AccountDetail } from '@muster/contract/accounts.ts'
import { api, orpc } from '../../lib/api.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { accountName } from './account-words.ts'

type Props = { account: AccountDetail; opened: boolean; onClose: () => void }

/** Removes the two-step setup, passkeys and sessions of a person who has lost their phone and recovery codes. */
export function ResetTwoStepDialog({ account, opened, onClose }: Props) {
  const name = accountName(account)
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Reset two-step sign-in for ${name}?`}
      confirmLabel={t`Reset two-step sign-in`}
      workingLabel={t`Resetting…`}
      removes={[t`Their authenticator app setup, recovery codes and passkeys`, t`All their sessions`]}
      onConfirm={() => api.security.resetTwoStep({ userId: account.id })}
      done={[
        t`Two-step sign-in reset`,
        t`${name} now signs in with just their password. We sent them an email.`,
      ]}
      invalidates={[orpc.accounts.key()]}
      failure={t`Two-step sign-in couldn’t be reset. Try again.`}
    >
      <Trans>
        Make sure the request really came from {name}. After the reset, anyone who knows the password can sign
        in. The reset is recorded in the security log.
      </Trans>
    </ConfirmDialog>
  )
}
