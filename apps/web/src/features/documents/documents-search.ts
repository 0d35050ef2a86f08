import { readFlagParam, readTextParam, type SearchProps } from '../../lib/search-props.ts'

export const sortOrders = ['name', 'newest', 'largest'] as const
export type SortOrder = (typeof sortOrders)[number]

/** The folder, search, filters and open dialog, as stored in the URL. */
export type DocumentsSearch = {
  q?: string | undefined
  folder?: string | undefined
  /** The zone whose files are shown, for example in a link to one of its folders. */
  zone?: string | undefined
  group?: string | undefined
  sort?: SortOrder | undefined
  /** The document that is open, for example in the link of an alert. */
  document?: string | undefined
  /** Shows deleted files and folders. */
  deleted?: true | undefined
  /** Shows only the files whose review is overdue or due within a week. */
  review?: true | undefined
  /** The open dialog: a new folder, or an upload. */
  open?: 'folder' | 'upload' | undefined
}

export type DocumentsProps = SearchProps<DocumentsSearch>

/** Parses the search parameters, dropping invalid values. */
export function parseDocumentsSearch(search: Record<string, unknown>): DocumentsSearch {
  return {
    q: readTextParam(search.q),
    folder: readTextParam(search.folder),
    zone: readTextParam(search.zone),
    group: readTextParam(search.group),
    sort: sortOrders.find(option => option === search.sort),
    document: readTextParam(search.document),
    deleted: readFlagParam(search.deleted),
    review: readFlagParam(search.review),
    open: (['folder', 'upload'] as const).find(option => option === search.open),
  }
}
