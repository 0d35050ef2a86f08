import { plural, t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { api } from '../../lib/api.ts'
import { downloadText } from '../../lib/download-text.ts'
import { errorText } from '../../lib/error-text.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { type EventFilters, toServerFilter } from './security-search.ts'

/** Maximum number of rows per file. */
const maxDownloadedEvents = 50_000

/** Downloads the filtered events as a CSV file, under the file name from the server. */
export function DownloadEvents({ filters }: { filters: EventFilters }) {
  const downloadAction = useAct({
    call: () => api.security.eventsCsv(toServerFilter(filters)),
    onDone: ({ fileName, csv }) => downloadText(fileName, csv, 'text/csv'),
    done: ({ fileName, rows }) => [
      t`Download ready`,
      rows < maxDownloadedEvents
        ? t`${plural(rows, { one: '# event', other: '# events' })} in ${fileName}.`
        : t`The newest ${plural(rows, { one: '# event', other: '# events' })} in ${fileName}. For older events, set an earlier “To” date.`,
    ],
    failed: error => [t`Download failed`, errorText(error, t`The events couldn’t be exported. Try again.`)],
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size="1.125rem" aria-hidden />}
      disabled={downloadAction.isPending}
      onClick={() => downloadAction.mutate()}
    >
      {downloadAction.isPending ? t`Preparing…` : t`Download CSV`}
    </Button>
  )
}
