import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconFileExport, IconFileImport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { downloadText } from '../../lib/download-text.ts'
import { errorText } from '../../lib/error-text.ts'
import { notify } from '../../ui/toast/notify.ts'
import type { AccountsSearch } from './accounts-search.ts'
import { peopleWords } from './found-people.tsx'

type Props = { search: AccountsSearch; onImport: () => void }

/** People out of a file, and those of the list into one. */
export function PeopleFileMenu({ search: { q, role }, onImport }: Props) {
  const keep = useMutation({
    mutationFn: () => api.accounts.exportCsv({ search: q, role }),
    onSuccess: ({ fileName, csv, rows }) => {
      downloadText(fileName, csv, 'text/csv')
      notify.success('Download ready', `${peopleWords(rows)} in ${fileName}.`)
    },
    onError: error =>
      notify.error('Download failed', errorText(error, 'The people could not be exported. Try again.')),
  })
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          rightSection={<IconChevronDown size={16} aria-hidden />}
          disabled={keep.isPending}
        >
          {keep.isPending ? 'Preparing…' : 'Files'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileImport size={18} aria-hidden />} onClick={onImport}>
          Import from CSV
        </Menu.Item>
        <Menu.Item leftSection={<IconFileExport size={18} aria-hidden />} onClick={() => keep.mutate()}>
          Export as CSV
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
