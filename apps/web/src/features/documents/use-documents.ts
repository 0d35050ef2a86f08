import { skipToken, useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { usePages } from '../../lib/use-pages.ts'
import type { DocumentsSearch } from './documents-search.ts'

export function useDocuments(zoneId: string | undefined, search: DocumentsSearch) {
  const { q, folder, group, deleted, review, sort } = search
  const folderInput = {
    ...(folder && !q && !group && !deleted && !review && { folderId: folder }),
    ...(q && { search: q }),
    ...(group && { groupId: group }),
    ...(deleted && { deleted }),
  }
  const folders = useQuery(
    orpc.documents.folders.queryOptions({
      input: zoneId === undefined ? skipToken : { zoneId, ...folderInput },
      // Only files are reviewed.
      select: response => (review ? { ...response, folders: [] } : response),
    }),
  )
  const files = usePages(
    orpc.documents.files,
    { zoneId: zoneId ?? '', ...folderInput, ...(review && { toReview: review }), ...(sort && { sort }) },
    { enabled: zoneId !== undefined },
  )
  return { folders, files }
}
