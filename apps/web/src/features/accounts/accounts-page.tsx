import { plural, t } from '@lingui/core/macro'
import { userStatuses } from '@muster/domain/user-status.ts'
import { IconLink, IconUserPlus } from '@tabler/icons-react'
import { api } from '../../lib/api.ts'
import { readFilters, type SearchProps } from '../../lib/search-props.ts'
import { useSignUpMode } from '../../lib/use-sign-up-mode.ts'
import { statusNames } from '../../ui/badges/status-badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { FilterSelect } from '../../ui/forms/filter-select.tsx'
import { useCsvDownload } from '../../ui/forms/use-csv-download.ts'
import { FileMenu } from '../../ui/layout/file-menu.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { AccountList, type PersonDetails } from './account-list.tsx'
import type { AccountsSearch } from './accounts-search.ts'
import { CreateAccountDialog } from './create-account-dialog.tsx'
import { ImportPeopleDialog } from './import-people-dialog.tsx'
import { InviteByLinkDialog } from './invite-by-link-dialog.tsx'
import { PeopleToolbar } from './people-toolbar.tsx'
import { useAccounts } from './use-accounts.ts'

type Props = { search: AccountsSearch; onImport: () => void }

/** A menu to import people from a file and to export the listed people to one. */
function PeopleFileMenu({ search: { q, role, status }, onImport }: Props) {
  const exportPeople = useCsvDownload({
    call: () => api.accounts.exportCsv({ search: q, role, status }),
    done: ({ rows, fileName }) => t`${plural(rows, { one: '# user', other: '# users' })} in ${fileName}.`,
    failed: t`The people couldn’t be exported. Try again.`,
  })
  return (
    <FileMenu
      preparing={exportPeople.isPending}
      into={{ label: t`Import from CSV`, onClick: onImport }}
      downloads={[{ label: t`Export as CSV`, onClick: () => exportPeople.mutate() }]}
    />
  )
}

/** Users Management for internal admins: every account. Other roles get `TeamPage`. */
export function AccountsPage({
  Details,
  ...address
}: SearchProps<AccountsSearch> & { Details: PersonDetails }) {
  const { search } = address
  const people = useAccounts(search)
  const total = people.total ?? 0
  const creating = useDialog()
  const importing = useDialog()
  const inviting = useDialog()
  const mode = useSignUpMode()
  const addButton = (
    <Button icon={IconUserPlus} onClick={creating.open}>
      {t`Add User`}
    </Button>
  )
  return (
    <Page
      title={t`Users Management`}
      count={people.total}
      countLabel={plural(total, { one: 'user', other: 'users' })}
      action={addButton}
      secondary={
        <>
          <PeopleFileMenu search={search} onImport={importing.open} />
          {mode === 'invited' && (
            <Button variant="default" icon={IconLink} onClick={inviting.open}>
              {t`Invite by link`}
            </Button>
          )}
        </>
      }
      toolbar={
        <PeopleToolbar {...address}>
          <FilterSelect
            {...address}
            field="status"
            label={t`Status`}
            all={t`All Statuses`}
            choices={userStatuses.map(value => ({ value, label: statusNames[value] }))}
            style={{ flex: '1 1 9.25rem', maxWidth: '10rem' }}
          />
        </PeopleToolbar>
      }
    >
      <AccountList
        people={people}
        Details={Details}
        {...address}
        emptyText={
          mode === 'open' ? t`People can sign up themselves, or you can add them here.` : t`Add people here.`
        }
        emptyAction={addButton}
        filters={readFilters(address, 'q', 'role', 'status')}
      />
      <ImportPeopleDialog {...importing.props} />
      <InviteByLinkDialog {...inviting.props} />
      <CreateAccountDialog {...creating.props} />
    </Page>
  )
}
