import type { InAddress } from '../../lib/in-address.ts'

export const sorts = ['name', 'newest', 'largest'] as const
export type Sort = (typeof sorts)[number]

/** Where one looks, search, filters and what is open, as kept in the address. */
export type DocumentsSearch = {
  q?: string | undefined
  folder?: string | undefined
  /** The zone of an address that leads to a folder of it. */
  zone?: string | undefined
  group?: string | undefined
  sort?: Sort | undefined
  /** What was deleted is shown. */
  deleted?: true | undefined
  /** A dialog is open: a new folder, or an upload. */
  open?: 'folder' | 'upload' | undefined
}

export type DocumentsProps = InAddress<DocumentsSearch>

/** What an address says; nonsense counts as nothing. */
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
