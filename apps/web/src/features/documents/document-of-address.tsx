import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { isNotFound } from '../../lib/error-text.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { DocumentDialog } from './document-dialog.tsx'

type Props = { zoneId: string; documentId: string | undefined; mayReview: boolean; onClose: () => void }

/** The document named in the URL, such as in the link of an alert, opened over its folder. */
export function DocumentOfAddress({ zoneId, documentId, mayReview, onClose }: Props) {
  const query = useQuery({
    ...orpc.documents.get.queryOptions({ input: { zoneId, documentId: documentId ?? '' } }),
    enabled: documentId !== undefined,
  })
  if (documentId !== undefined && query.isError && !query.data)
    return (
      <ResponsiveDialog opened onClose={onClose} title={t`File`} keptInAddress>
        {isNotFound(query.error) ? (
          <NotAllowed
            title={t`This file isn’t available`}
            text={t`It was deleted, or you no longer have access.`}
          />
        ) : (
          <ErrorState title={t`Failed to load file`} query={query} />
        )}
      </ResponsiveDialog>
    )
  return (
    <DocumentDialog
      document={documentId === undefined ? undefined : query.data}
      onClose={onClose}
      keptInAddress
      mayReview={mayReview}
    />
  )
}
