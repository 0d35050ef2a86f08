import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import type { Document } from '@muster/contract/documents.ts'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useCachedFiles } from '../../offline/use-cached-files.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { canPreview, FileContent, lostWords } from '../files/public.ts'
import { ReadingEnd } from './reading-end.tsx'
import { useSaveDocument } from './use-save-document.ts'

type Props = {
  document: Document | undefined
  onClose: () => void
  /** The URL of a copy of the picture on this device. */
  local?: string | undefined
  /** True if the page keeps the open document in its URL. */
  keptInAddress?: boolean
}

/** An opened document: its content or, for a file that opens in another app, its download. Required reading is confirmed at its end. */
export function DocumentDialog({ document, onClose, local, keptInAddress = false }: Props) {
  return (
    <ResponsiveDialog
      opened={document !== undefined}
      onClose={onClose}
      title={document?.title ?? ''}
      width={960}
      keptInAddress={keptInAddress}
    >
      {document && <OpenDocument key={document.id} document={document} local={local} />}
    </ResponsiveDialog>
  )
}

/**
 * True if the app itself can show the document. The content security policy blocks local copies of videos and texts, so offline they
 * are downloaded instead.
 */
export const useIsShownHere = ({ id, file }: Document, local?: string): boolean => {
  const isCached = useCachedFiles().has(id)
  return !file.isLost && canPreview(file) && (local !== undefined || !isCached || navigator.onLine)
}

function OpenDocument({ document, local }: { document: Document; local: string | undefined }) {
  const { id: documentId, zoneId, version, file } = document
  const [hasOpened, setHasOpened] = useState(false)
  const [isRefused, setIsRefused] = useState(false)
  const isShownHere = useIsShownHere(document, local) && !isRefused
  const save = useSaveDocument(document, { onDone: () => setHasOpened(true) })
  return (
    <Stack>
      {isShownHere ? (
        <FileContent
          file={file}
          fetchLinks={() => api.documents.fileLink({ zoneId, documentId, version })}
          local={local}
          onShown={() => setHasOpened(true)}
          onRefused={() => setIsRefused(true)}
        />
      ) : file.isLost ? (
        <Text>{lostWords}</Text>
      ) : (
        <Stack align="flex-start">
          <Text>
            <Trans>
              <bdi>{file.name}</bdi> opens in another app.
            </Trans>
          </Text>
          <Button
            variant="default"
            leftSection={<IconDownload size="1.125rem" aria-hidden />}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {t`Download`}
          </Button>
        </Stack>
      )}
      <ReadingEnd document={document} hasOpened={hasOpened} />
    </Stack>
  )
}
