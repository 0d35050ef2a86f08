import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { downloadText } from '../../lib/download-text.ts'
import { errorText } from '../../lib/error-text.ts'
import { notify } from '../../ui/toast/notify.ts'
import { notifyFailure } from '../../ui/toast/notify-failure.ts'
import { countWords } from './event-words.ts'
import { type EventFilters, serverFilter } from './security-search.ts'

/** The most rows the server puts into one file. */
const most = 50_000

/** Keeps the events of the filter as a CSV file, under the name the server gives it. */
export function DownloadEvents({ filters }: { filters: EventFilters }) {
  const download = useMutation({
    mutationFn: () => api.security.eventsCsv(serverFilter(filters)),
    onSuccess: ({ fileName, csv, rows }) => {
      downloadText(fileName, csv, 'text/csv')
      notify.success(
        'Download ready',
        rows < most
          ? `${countWords(rows, 'event')} in ${fileName}.`
          : `The newest ${countWords(rows, 'event')} in ${fileName}. Set an earlier To for those before.`,
      )
    },
    onError: error =>
      notifyFailure('Download failed', errorText(error, 'The events could not be exported. Try again.')),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size="1.125rem" aria-hidden />}
      disabled={download.isPending}
      onClick={() => download.mutate()}
    >
      {download.isPending ? 'Preparing…' : 'Download CSV'}
    </Button>
  )
}
