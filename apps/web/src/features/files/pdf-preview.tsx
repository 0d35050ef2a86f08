import { t } from '@lingui/core/macro'
import type { Attachment } from '@muster/contract/stored-files.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { PdfContent } from './pdf-content.tsx'
import { fetchFile } from './save-file.ts'
import { type FetchLinks, useFileLinks } from './use-file-links.ts'

type Props = {
  file: Attachment
  fetchLinks: FetchLinks
  onShown?: (() => void) | undefined
  /** Called if the file is damaged or needs a password, so that it has to be opened elsewhere. */
  onRefused?: (() => void) | undefined
}

/** A PDF in place. It is drawn by our own code, because phones show no PDF inside a page. */
export function PdfPreview({ file, fetchLinks, onShown, onRefused }: Props) {
  const fileLinks = useFileLinks(file, fetchLinks)
  const [isRefused, setIsRefused] = useState(false)
  const query = useQuery({
    queryKey: ['content of a file', file.id],
    queryFn: async () => new Uint8Array(await (await fetchFile(fileLinks)).arrayBuffer()),
    retry: false,
    // A file may have 10 MB.
    gcTime: 0,
  })
  if (isRefused)
    return <ProblemAlert>{t`This PDF can’t be shown here. Download it to open it.`}</ProblemAlert>
  if (query.isError)
    return (
      <ErrorState
        title={t`Failed to load file`}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  if (!query.data) return <ListSkeleton count={3} />
  return (
    <PdfContent
      data={query.data}
      onShown={onShown}
      onRefused={() => {
        setIsRefused(true)
        onRefused?.()
      }}
    />
  )
}
