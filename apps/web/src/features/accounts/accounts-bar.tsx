import { plural, t } from '@lingui/core/macro'
import type { Account } from '@muster/contract/accounts.ts'
import { limits } from '@muster/domain/limits.ts'
import { maySetStatus, type UserStatus } from '@muster/domain/user-status.ts'
import { IconDownload, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { downloadText } from '../../lib/download-text.ts'
import { errorText } from '../../lib/error-text.ts'
import { useMe } from '../../lib/session/use-session.ts'
import type { SelectableList } from '../../lib/use-pages.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { type SelectionAct, SelectionActs } from '../../ui/layout/selection-acts.tsx'
import { offerAll, SelectionBar } from '../../ui/layout/selection-bar.tsx'
import type { PeopleSelection } from '../../ui/people/use-people-selection.ts'
import { SetStatusesDialog } from '../security/public.ts'
import { accountName } from './account-words.ts'

type Props = { list: SelectableList<Account>; total: number | undefined; selection: PeopleSelection }

const maxPerRequest = limits.peopleChangedAtOnceMost

/** The actions for the selected accounts: export, activate, suspend. */
export function AccountsBar({ list, total, selection }: Props) {
  const me = useMe()
  const [to, setTo] = useState<'active' | 'suspended'>('active')
  const [opened, setOpened] = useState(false)
  const selected = (list.rows ?? []).filter(({ id }) => selection.ids.has(id))
  const exportPeople = useAct({
    call: () => exportSelected(selected.map(it => it.id)),
    onDone: ({ fileName, csv }) => downloadText(fileName, csv, 'text/csv'),
    done: ({ fileName, rows }) => [
      t`Download ready`,
      t`${plural(rows, { one: '# user', other: '# users' })} in ${fileName}.`,
    ],
    failed: error => [t`Download failed`, errorText(error, t`The people couldn’t be exported. Try again.`)],
  })
  const listChangeable = (status: UserStatus) =>
    selected.filter(
      ({ id, role, status: current }) =>
        current !== status &&
        maySetStatus({ userId: me.userId, role: me.profile.role }, { userId: id, role }),
    )
  const open = (status: 'active' | 'suspended') => {
    setTo(status)
    setOpened(true)
  }
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
      run: () => open('active'),
    },
    {
      label: t`Suspend`,
      icon: IconUserOff,
      isDangerous: true,
      disabled: listChangeable('suspended').length === 0,
      run: () => open('suspended'),
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
        opened={opened}
        onClose={() => setOpened(false)}
        onDone={selection.select}
      />
    </>
  )
}

/** Exports selected accounts in as many requests as needed, and joins the files below one header. */
async function exportSelected(userIds: readonly string[]) {
  const lineBreak = '\r\n'
  let file: Awaited<ReturnType<typeof api.accounts.exportSelectedCsv>> | undefined
  for (let start = 0; start < userIds.length; start += maxPerRequest) {
    const part = await api.accounts.exportSelectedCsv({
      userIds: userIds.slice(start, start + maxPerRequest),
    })
    const rows = part.csv.slice(part.csv.indexOf(lineBreak) + lineBreak.length)
    file = file ? { ...file, csv: file.csv + rows, rows: file.rows + part.rows } : part
  }
  if (!file) throw new Error('Nobody is selected')
  return file
}
