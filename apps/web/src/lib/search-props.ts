import { isDate } from './dates.ts'

/** Pass `replace` for typing and filters; other changes add a history entry. */
export type SearchProps<Search> = {
  search: Search
  onSearch: (changes: Search, options?: { replace?: boolean | undefined }) => void
}

/** Readers of one search parameter each, which return undefined for what is not allowed. */
export const param = {
  /** The router parses a bare number as a number: `q=12`. */
  text(value: unknown): string | undefined {
    const text = typeof value === 'number' ? String(value) : value
    return typeof text === 'string' && text !== '' ? text : undefined
  },
  /** `map=1` */
  flag: (value: unknown): true | undefined => (value === true || value === 1 ? true : undefined),
  /** One of several words. */
  word:
    <Word extends string>(...words: readonly Word[]) =>
    (value: unknown): Word | undefined =>
      words.find(it => it === value),
  /** A day: `2026-11-20`. */
  date: (value: unknown): string | undefined => (isDate(value) ? value : undefined),
}

type Readers = Readonly<Record<string, (value: unknown) => unknown>>

/** Returns the parser of a page's search parameters, which drops invalid values. `readers` reads each parameter from the URL. */
export const createSearchParser =
  <Each extends Readers>(readers: Each) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(search[name])])) as {
      [name in keyof Each]?: ReturnType<Each[name]>
    }

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
