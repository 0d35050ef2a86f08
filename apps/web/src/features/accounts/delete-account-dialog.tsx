import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Account, AccountRemoval } from '@muster/contract/accounts.ts'
import { type PersonalDataKind, personalData, personalDataWith } from '@muster/domain/personal-data.ts'
import { useQuery } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithReason, orGone } from '../../lib/error-text.ts'
import { formatCount } from '../../lib/format-count.ts'
import { keptData } from '../../lib/kept-data.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { accountName } from './account-words.ts'
import { useReloadAccounts } from './use-accounts.ts'

type Props = { account: Account; opened: boolean; onClose: () => void; onDeleted: () => void }

const many = (count: number, one: string, more: string) => `${formatCount(count)} ${count === 1 ? one : more}`

/** Deletes an account for good, after listing the data that is removed with it. */
export function DeleteAccountDialog({ account, opened, onClose, onDeleted }: Props) {
  const reload = useReloadAccounts()
  const preview = useQuery({
    ...orpc.accounts.removal.queryOptions({ input: { userId: account.id } }),
    enabled: opened,
    staleTime: 0,
  })
  const goes = preview.data
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Delete User Permanently`}
      confirmLabel={t`Delete user`}
      workingLabel={t`Deleting…`}
      onConfirm={() => orGone(api.accounts.remove({ userId: account.id }), 'USER_NOT_FOUND')}
      onDone={() => {
        void reload(account.id)
        onDeleted()
      }}
      done={[t`User deleted permanently`, t`${accountName(account)} is gone from every zone.`]}
      failure={error => errorTextWithReason(error, t`Failed to delete user`)}
      removes={goes && removedLines(goes)}
      keeps={keptData}
    >
      <Trans>{accountName(account)} and all associated data are removed. This cannot be undone.</Trans>
    </ConfirmDialog>
  )
}

/** The kinds of data that are removed, with counts where they are known, and the consequences for others. */
function removedLines(goes: AccountRemoval): string[] {
  const counts: Partial<Record<PersonalDataKind, string>> = {
    memberships: many(goes.zones, 'zone assignment', 'zone assignments'),
    visits: formatCount(goes.visits),
    readings: formatCount(goes.readings),
  }
  return [
    ...personalDataWith('removed').map(kind => {
      const words = i18n._(personalData[kind].words)
      return counts[kind] === undefined ? words : `${words}: ${counts[kind]}`
    }),
    ...(goes.scheduledBroadcasts > 0
      ? [
          t`${many(goes.scheduledBroadcasts, 'scheduled broadcast', 'scheduled broadcasts')}: recalled, and those who can send again are alerted`,
        ]
      : []),
    ...goes.lastManagerOf.map(zone => t`The last manager of ${zone}: nobody but admins looks after it then`),
  ]
}
