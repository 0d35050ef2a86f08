import type { InAddress } from '../../lib/in-address.ts'

export const sorts = ['name', 'newest', 'largest'] as const
export type Sort = (typeof sorts)[number]

/** The folder, search, filters and open dialog, as kept in the address. */
export type DocumentsSearch = {
  q?: string | undefined
  folder?: string | undefined
  /** The zone of an address that leads to a folder of it. */
  zone?: string | undefined
  group?: string | undefined
  sort?: Sort | undefined
  /** Shows deleted files and folders. */
  deleted?: true | undefined
  /** A dialog is open: a new folder, or an upload. */
  open?: 'folder' | 'upload' | undefined
}

export type DocumentsProps = InAddress<DocumentsSearch>

/** Reads the address; values that make no sense are ignored. */
export function documentsSearchOf(search: Record<string, unknown>): DocumentsSearch {
  const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  return {
    q: textOf(search.q),
    folder: textOf(search.folder),
    zone: textOf(search.zone),
    group: textOf(search.group),
    sort: sorts.find(one => one === search.sort),
    deleted: search.deleted === true || search.deleted === 1 ? true : undefined,
    open: (['folder', 'upload'] as const).find(one => one === search.open),
  }
}
