import { flagIn, type InAddress, textIn } from '../../lib/in-address.ts'

export const sortOrders = ['name', 'newest', 'largest'] as const
export type SortOrder = (typeof sortOrders)[number]

/** The folder, search, filters and open dialog, as stored in the URL. */
export type DocumentsSearch = {
  q?: string | undefined
  folder?: string | undefined
  /** The zone of a link to one of its folders. */
  zone?: string | undefined
  group?: string | undefined
  sort?: SortOrder | undefined
  /** Shows deleted files and folders. */
  deleted?: true | undefined
  /** The open dialog: a new folder, or an upload. */
  open?: 'folder' | 'upload' | undefined
}

export type DocumentsProps = InAddress<DocumentsSearch>

/** Parses the search parameters, dropping invalid values. */
export function parseDocumentsSearch(search: Record<string, unknown>): DocumentsSearch {
  return {
    q: textIn(search.q),
    folder: textIn(search.folder),
    zone: textIn(search.zone),
    group: textIn(search.group),
    sort: sortOrders.find(option => option === search.sort),
    deleted: flagIn(search.deleted),
    open: (['folder', 'upload'] as const).find(option => option === search.open),
  }
}
