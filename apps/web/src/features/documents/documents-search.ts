import {
  createSearchParser,
  readFlagParam,
  readTextParam,
  readWordParam,
  type SearchProps,
} from '../../lib/search-props.ts'

export const parseDocumentsSearch = createSearchParser({
  q: readTextParam,
  folder: readTextParam,
  /** The zone whose files are shown, for example in a link to one of its folders. */
  zone: readTextParam,
  group: readTextParam,
  /** The order of the files; omitted for their names. */
  sort: readWordParam('newest', 'largest'),
  /** The document that is open, for example in the link of an alert. */
  document: readTextParam,
  /** Shows deleted files and folders. */
  deleted: readFlagParam,
  /** Shows only the files whose review is overdue or due within a week. */
  review: readFlagParam,
  /** The open dialog: a new folder, or an upload. */
  open: readWordParam('folder', 'upload'),
})
export type DocumentsSearch = ReturnType<typeof parseDocumentsSearch>
export type DocumentsProps = SearchProps<DocumentsSearch>
