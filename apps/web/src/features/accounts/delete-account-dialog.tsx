import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Account, AccountRemoval } from '@muster/contract/accounts.ts'
import { listPersonalData, type PersonalDataKind, personalData } from '@muster/domain/personal-data.ts'
import { useQuery } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithReason, ignoreMissing } from '../../lib/error-text.ts'
import { formatCount } from '../../lib/format-count.ts'
import { storedDataGroups } from '../../lib/stored-data.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { accountName } from './account-words.ts'
import { useReloadAccounts } from './use-accounts.ts'

type Props = { account: Account; opened: boolean; onClose: () => void; onDeleted: () => void }

/** Deletes an account permanently, after listing the data that is removed with it. */
export function DeleteAccountDialog({ account, opened, onClose, onDeleted }: Props) {
  const reload = useReloadAccounts()
  const name = accountName(account)
  const preview = useQuery({
    ...orpc.accounts.removal.queryOptions({ input: { userId: account.id } }),
    enabled: opened,
    staleTime: 0,
  })
  const removal = preview.data
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Delete User Permanently`}
      confirmLabel={t`Delete user`}
      workingLabel={t`Deleting…`}
      onConfirm={() => ignoreMissing(api.accounts.remove({ userId: account.id }), 'USER_NOT_FOUND')}
      onDone={() => {
        void reload(account.id)
        onDeleted()
      }}
      done={[t`User deleted permanently`, t`${name} was removed from every zone.`]}
      failure={error => errorTextWithReason(error, t`Failed to delete user`)}
      removes={removal && describeRemoval(removal)}
      keeps={storedDataGroups}
    >
      <Trans>{name} and all associated data will be removed. This can’t be undone.</Trans>
    </ConfirmDialog>
  )
}

/** Lists the kinds of data that are removed, with counts where they are known, and the consequences for others. */
function describeRemoval(removal: AccountRemoval): string[] {
  const { zones, visits, readings, scheduledBroadcasts } = removal
  const counts: Partial<Record<PersonalDataKind, string>> = {
    memberships: plural(zones, { one: '# zone assignment', other: '# zone assignments' }),
    visits: formatCount(visits),
    readings: formatCount(readings),
  }
  return [
    ...listPersonalData('removed').map(kind => {
      const words = i18n._(personalData[kind].words)
      const figure = counts[kind]
      return figure === undefined ? words : t`${words}: ${figure}`
    }),
    ...(scheduledBroadcasts > 0
      ? [
          plural(scheduledBroadcasts, {
            one: '# scheduled broadcast will be recalled, and people who can send it again will be alerted',
            other:
              '# scheduled broadcasts will be recalled, and people who can send them again will be alerted',
          }),
        ]
      : []),
    ...removal.lastManagerOf.map(
      zoneName => t`Last manager of ${zoneName}: only admins will be able to manage it`,
    ),
  ]
}
