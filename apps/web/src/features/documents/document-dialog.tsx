import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import type { Document } from '@muster/contract/documents.ts'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { cachedFiles } from '../../offline/cached-files.ts'
import { useCachedFiles } from '../../offline/use-cached-files.ts'
import { Button } from '../../ui/button.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { canPreview, FileContent, lostWords } from '../files/public.ts'
import { ReadingEnd } from './reading-end.tsx'
import { ReviewEnd } from './review-end.tsx'
import { useSaveDocument } from './use-save-document.ts'

type Props = {
  document: Document | undefined
  onClose: () => void
  /** The URL of a copy of the picture on this device. */
  local?: string | undefined
  /** True if the page keeps the open document in its URL. */
  keptInAddress?: boolean
  mayReview: boolean
}

/** An opened document: its content or, for a file that opens in another app, its download. Required reading is confirmed at its end. */
export function DocumentDialog({ document, onClose, local, keptInAddress = false, mayReview }: Props) {
  return (
    <ResponsiveDialog
      opened={document !== undefined}
      onClose={onClose}
      title={document?.title ?? ''}
      width={960}
      keptInAddress={keptInAddress}
    >
      {document && <OpenDocument key={document.id} document={document} local={local} mayReview={mayReview} />}
    </ResponsiveDialog>
  )
}

/** Offline, a copy on this device is downloaded: the content security policy blocks videos from it, and the PDF reader may be missing. */
export const useIsShownHere = ({ id, file }: Document, local?: string): boolean => {
  const isCached = useCachedFiles().has(id)
  return !file.isLost && canPreview(file) && (local !== undefined || !isCached || navigator.onLine)
}

function OpenDocument({
  document,
  local,
  mayReview,
}: Pick<Props, 'local' | 'mayReview'> & { document: Document }) {
  const { id: documentId, zoneId, version, file } = document
  const [hasOpened, setHasOpened] = useState(false)
  const [isRefused, setIsRefused] = useState(false)
  // Decided once: a document that is being read stays when the device goes offline.
  const [isShownFirst] = useState(useIsShownHere(document, local))
  const isShownHere = isShownFirst && !isRefused
  const save = useSaveDocument(document, { onDone: () => setHasOpened(true) })
  const readCopy = async () => {
    const savedCopy = await cachedFiles.open(documentId)
    // Nobody may confirm this version after reading an older one.
    return savedCopy?.version === version ? savedCopy.blob : undefined
  }
  return (
    <Stack>
      {file.isLost ? (
        <Text>{lostWords}</Text>
      ) : isShownHere ? (
        <FileContent
          file={file}
          fetchLinks={() => api.documents.fileLink({ zoneId, documentId, version })}
          local={local}
          readCopy={readCopy}
          onShown={() => setHasOpened(true)}
          onRefused={() => {
            setIsRefused(true)
            setHasOpened(false)
          }}
        />
      ) : (
        <Text>
          <Trans>
            <bdi>{file.name}</bdi> opens in another app.
          </Trans>
        </Text>
      )}
      <Group gap="xs">
        {/* Always here, because a video or picture may not play or load, and what must be read could never be confirmed. */}
        {!file.isLost && (
          <Button
            variant="default"
            icon={IconDownload}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {t`Download`}
          </Button>
        )}
        <ReadingEnd document={document} hasOpened={hasOpened} />
      </Group>
      {mayReview && <ReviewEnd document={document} />}
    </Stack>
  )
}
