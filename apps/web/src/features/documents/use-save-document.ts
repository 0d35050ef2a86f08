import { t } from '@lingui/core/macro'
import type { Document } from '@muster/contract/documents.ts'
import { api } from '../../lib/api.ts'
import { downloadBlob } from '../../lib/download-text.ts'
import { withReference } from '../../lib/error-text.ts'
import { cachedFiles } from '../../offline/cached-files.ts'
import { useCachedFiles } from '../../offline/use-cached-files.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { invalidFileUrl, saveFile, useFileLinks } from '../files/public.ts'
import { fileTexts } from './file-acts.ts'

/** Returns the action that downloads a document or, if the server cannot be reached, saves its copy on this device. */
export function useSaveDocument(document: Document, { onDone }: { onDone?: () => void } = {}) {
  const { id: documentId, zoneId, version, file } = document
  const fileLinks = useFileLinks(file, () => api.documents.fileLink({ zoneId, documentId, version }))
  const isCached = useCachedFiles().has(documentId)
  return useAct({
    call: () =>
      saveFile(file, fileLinks).catch(async problem => {
        const savedCopy = isCached ? await cachedFiles.open(documentId) : undefined
        if (!savedCopy) throw problem
        downloadBlob(savedCopy.name, savedCopy.blob)
      }),
    onDone,
    done: fileTexts.done,
    failed: error =>
      error.message === invalidFileUrl
        ? t`Could not determine file path for download`
        : withReference(fileTexts.failed, error),
  })
}
