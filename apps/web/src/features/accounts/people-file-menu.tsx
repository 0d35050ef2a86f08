import { plural, t } from '@lingui/core/macro'
import { api } from '../../lib/api.ts'
import { useCsvDownload } from '../../ui/forms/use-csv-download.ts'
import { FileMenu } from '../../ui/layout/file-menu.tsx'
import type { AccountsSearch } from './accounts-search.ts'

type Props = { search: AccountsSearch; onImport: () => void }

/** A menu to import people from a file and to export the listed people to one. */
export function PeopleFileMenu({ search: { q, role, status }, onImport }: Props) {
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
