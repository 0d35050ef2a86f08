/**
 * Page state that is stored in the URL, and a function that changes it. Pass `replace` for typing and filters; other changes add a
 * history entry.
 */
export type SearchProps<Search> = {
  search: Search
  onSearch: (changes: Search, options?: { replace?: boolean | undefined }) => void
}

/** Reads a search parameter as text, or undefined. The router parses a bare number as a number: `q=12`. */
export function readTextParam(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** Reads a search parameter as a flag: `map=1`. */
export const readFlagParam = (value: unknown) => (value === true || value === 1 ? true : undefined)

/** Returns whether any of a list's search and filters is set, and a function that clears them. */
export function readFilters<Search extends object>(
  { search, onSearch }: SearchProps<Search>,
  ...fields: (keyof Search)[]
) {
  const clearedFields = Object.fromEntries(fields.map(field => [field, undefined])) as Search
  return {
    isSet: fields.some(field => search[field] !== undefined),
    clear: () => onSearch(clearedFields, { replace: true }),
  }
}

/** Returns the open details of a list: pass `details.row(id)` to the row and `details.drawer` to `DetailDrawer`. */
export function readDetails<Field extends string>(
  { search, onSearch }: SearchProps<{ [field in Field]?: string | undefined }>,
  field: Field,
) {
  const openId = search[field]
  const setOpenId = (id: string | undefined, replace: boolean) =>
    onSearch({ [field]: id } as typeof search, { replace })
  return {
    openId,
    row: (id: string) => ({
      isOpen: id === openId,
      // Switching to another row adds no history entry.
      onOpen: () => setOpenId(id, openId !== undefined),
    }),
    drawer: { opened: openId !== undefined, onClose: () => setOpenId(undefined, true), of: openId },
  }
}
