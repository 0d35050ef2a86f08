/** Page state that is stored in the URL. `onSearch`: `replace` for typing and filters, otherwise a new history entry. */
export type InAddress<Search> = {
  search: Search
  onSearch: (changes: Search, options?: { replace?: boolean | undefined }) => void
}

/** Reads a search parameter as text, or undefined. The router parses a bare number as a number: `q=12`. */
export function textIn(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** Reads a search parameter as a flag: `map=1`. */
export const flagIn = (value: unknown) => (value === true || value === 1 ? true : undefined)

/** Returns whether any of a list's search and filters is set, and a function that clears them. */
export function filtersIn<Search extends object>(
  { search, onSearch }: InAddress<Search>,
  ...fields: (keyof Search)[]
) {
  const none = Object.fromEntries(fields.map(field => [field, undefined])) as Search
  return {
    isSet: fields.some(field => search[field] !== undefined),
    clear: () => onSearch(none, { replace: true }),
  }
}

/** Returns the open details of a list: pass `details.row(id)` to the row and `details.drawer` to `DetailDrawer`. */
export function detailsIn<Field extends string>(
  { search, onSearch }: InAddress<{ [field in Field]?: string | undefined }>,
  field: Field,
) {
  const openId = search[field]
  const go = (id: string | undefined, replace: boolean) =>
    onSearch({ [field]: id } as typeof search, { replace })
  return {
    openId,
    row: (id: string) => ({
      isOpen: id === openId,
      // Switching to another row adds no history entry.
      onOpen: () => go(id, openId !== undefined),
    }),
    drawer: { opened: openId !== undefined, onClose: () => go(undefined, true), of: openId },
  }
}
