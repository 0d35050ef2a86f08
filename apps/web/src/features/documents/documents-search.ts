import { createSearchParser, param, type SearchProps } from '../../lib/search-props.ts'

export const parseDocumentsSearch = createSearchParser({
  q: param.text,
  folder: param.text,
  /** The zone whose files are shown, for example in a link to one of its folders. */
  zone: param.text,
  group: param.text,
  /** The order of the files; omitted for their names. */
  sort: param.word('newest', 'largest'),
  /** The document that is open, for example in the link of an alert. */
  document: param.text,
  /** Shows deleted files and folders. */
  deleted: param.flag,
  /** Shows only the files whose review is overdue or due within a week. */
  review: param.flag,
  /** The open dialog: a new folder, or an upload. */
  open: param.word('folder', 'upload'),
})
export type DocumentsSearch = ReturnType<typeof parseDocumentsSearch>
export type DocumentsProps = SearchProps<DocumentsSearch>
