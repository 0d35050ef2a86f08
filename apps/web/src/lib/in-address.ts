/** The state of a page that its address keeps. `onSearch`: `replace` for typing and filters, else a step to come back from. */
export type InAddress<Search> = {
  search: Search
  onSearch: (changes: Search, options?: { replace?: boolean | undefined }) => void
}

/** A text of an address; undefined where there is none. The router reads a bare number as one: `q=12`. */
export function textIn(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** A flag of an address: `map=1`. */
export const flagIn = (value: unknown) => (value === true || value === 1 ? true : undefined)

/** The search and the filters of a list: whether one is set, and the way to take them back. */
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

/** The details of a row that are open: `details.row(id)` is for the row, `details.drawer` for `DetailDrawer`. */
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
      // From one to the next is no further step to come back from.
      onOpen: () => go(id, openId !== undefined),
    }),
    drawer: { opened: openId !== undefined, onClose: () => go(undefined, true), of: openId },
  }
}
