import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import type { Attachment } from '@muster/contract/stored-files.ts'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { PdfContent } from './pdf-content.tsx'
import { type ReadCopy, readContent } from './read-content.ts'
import { type FetchLinks, useFileLinks } from './use-file-links.ts'
import { useSaveFile } from './use-save-file.ts'

type Props = {
  file: Attachment
  fetchLinks: FetchLinks
  readCopy?: ReadCopy | undefined
  onShown?: (() => void) | undefined
  /** Called if the file is damaged, needs a password or cannot be drawn, so that it has to be opened elsewhere. */
  onRefused?: (() => void) | undefined
}

/** A PDF in place. It is drawn by our own code, because phones show no PDF inside a page. */
export function PdfPreview({ file, fetchLinks, readCopy, onShown, onRefused }: Props) {
  const fileLinks = useFileLinks(file, fetchLinks)
  const [isRefused, setIsRefused] = useState(false)
  const query = useQuery({
    queryKey: ['content of a file', file.id],
    queryFn: async () => {
      // Loaded only for people who open a PDF.
      const reader = import('./open-pdf.ts')
      const [{ openPdf }, content] = await Promise.all([reader, readContent(fileLinks, readCopy)])
      return { openPdf, content }
    },
    retry: false,
    // A PDF that somebody reads is not fetched again. The content of a file never changes.
    staleTime: 'static',
    // A file may have 10 MB.
    gcTime: 0,
  })
  if (isRefused) return <RefusedPdf file={file} fetchLinks={fetchLinks} />
  if (!query.data) return <Loaded query={query} failure={t`Failed to load file`} skeleton={3} />
  return (
    <PdfContent
      {...query.data}
      onShown={onShown}
      onRefused={() => {
        setIsRefused(true)
        onRefused?.()
      }}
    />
  )
}

function RefusedPdf({ file, fetchLinks }: Pick<Props, 'file' | 'fetchLinks'>) {
  const save = useSaveFile(file, {
    words: { done: t`File downloaded successfully`, failed: t`Failed to download file` },
    fetchLinks,
  })
  return (
    <Stack align="flex-start">
      <ProblemAlert>{t`This PDF can’t be shown here. Download it to open it.`}</ProblemAlert>
      <Button variant="default" icon={IconDownload} loading={save.isPending} onClick={() => save.mutate()}>
        {t`Download`}
      </Button>
    </Stack>
  )
}
