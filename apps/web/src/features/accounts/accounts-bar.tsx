import { plural, t } from '@lingui/core/macro'
import type { Account } from '@muster/contract/accounts.ts'
import { limits } from '@muster/domain/limits.ts'
import { maySetStatus, type UserStatus } from '@muster/domain/user-status.ts'
import { IconDownload, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-session.ts'
import type { SelectableList } from '../../lib/use-pages.ts'
import { useDialogs } from '../../ui/dialogs/use-dialogs.ts'
import { exportSelected, useCsvDownload } from '../../ui/forms/use-csv-download.ts'
import { type SelectionAct, SelectionActs } from '../../ui/layout/selection-acts.tsx'
import { offerAll, SelectionBar } from '../../ui/layout/selection-bar.tsx'
import type { PeopleSelection } from '../../ui/people/use-people-selection.ts'
import { SetStatusesDialog } from '../security/public.ts'
import { accountName } from './account-words.ts'

type Props = { list: SelectableList<Account>; total: number | undefined; selection: PeopleSelection }

/** The actions for the selected accounts: export, activate, suspend. */
export function AccountsBar({ list, total, selection }: Props) {
  const me = useMe()
  const dialogs = useDialogs<'status', 'active' | 'suspended'>()
  const to = dialogs.about ?? 'active'
  const selected = (list.rows ?? []).filter(({ id }) => selection.ids.has(id))
  const exportPeople = useCsvDownload({
    call: () =>
      exportSelected(
        selected.map(it => it.id),
        limits.peopleChangedAtOnceMost,
        userIds => api.accounts.exportSelectedCsv({ userIds }),
      ),
    done: ({ rows, fileName }) => t`${plural(rows, { one: '# user', other: '# users' })} in ${fileName}.`,
    failed: t`The people couldn’t be exported. Try again.`,
  })
  const listChangeable = (status: UserStatus) =>
    selected.filter(
      ({ id, role, status: current }) =>
        current !== status &&
        maySetStatus({ userId: me.userId, role: me.profile.role }, { userId: id, role }),
    )
  const acts: SelectionAct[] = [
    {
      label: t`Export`,
      icon: IconDownload,
      disabled: exportPeople.isPending,
      run: () => exportPeople.mutate(),
    },
    {
      label: t`Activate`,
      icon: IconUserCheck,
      disabled: listChangeable('active').length === 0,
      run: () => dialogs.open('status', 'active'),
    },
    {
      label: t`Suspend`,
      icon: IconUserOff,
      isDangerous: true,
      disabled: listChangeable('suspended').length === 0,
      run: () => dialogs.open('status', 'suspended'),
    },
  ]
  return (
    <>
      <SelectionBar
        count={selected.length}
        onNone={selection.clear}
        all={offerAll(list, selection, { getKey: ({ id }) => id, total })}
      >
        <SelectionActs acts={acts} />
      </SelectionBar>
      <SetStatusesDialog
        people={listChangeable(to).map(account => ({ userId: account.id, name: accountName(account) }))}
        to={to}
        total={total}
        {...dialogs.props('status')}
        onDone={selection.select}
      />
    </>
  )
}
