/** The state of a page that is part of its address. `onSearch`: `replace` for typing and filters, otherwise a new history entry. */
export type InAddress<Search> = {
  search: Search
  onSearch: (changes: Search, options?: { replace?: boolean | undefined }) => void
}

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
