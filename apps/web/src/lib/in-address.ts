/** The state of a page that is part of its address. `onSearch`: `replace` for typing and filters, otherwise a new history entry. */
export type InAddress<Search> = {
  search: Search
  onSearch: (changes: Search, options?: { replace?: boolean | undefined }) => void
}

/** A text of a search parameter, or undefined. The router parses a bare number as one: `q=12`. */
export function textIn(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** A flag of a search parameter: `map=1`. */
export const flagIn = (value: unknown) => (value === true || value === 1 ? true : undefined)

/** The search and filters of a list: whether any is set, and a function to clear them. */
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

/** The open details of a list: `details.row(id)` is for the row, `details.drawer` for `DetailDrawer`. */
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
