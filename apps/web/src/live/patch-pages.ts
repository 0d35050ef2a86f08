import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Pages } from '../lib/use-pages.ts'
import { patchQuery, patchRows } from './patch-query.ts'

/** Patches lists with any filters: `input` is the query input of each. Returns the lists to refetch, like `patchQuery`. */
export function patchPages<Row, Input>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (list: Pages<Row>, input: Input) => Pages<Row> | undefined,
): QueryKey[] {
  return findPagedQueries<Row>(client, queryKey).flatMap(query =>
    patchQuery<Pages<Row>>(client, query.queryKey, list => change(list, readInput<Input>(query))),
  )
}

/** Returns the cached lists under a key, including those whose first page is pending. */
export const findPagedQueries = <Row>(client: QueryClient, queryKey: QueryKey) =>
  client.getQueryCache().findAll({
    queryKey,
    predicate: ({ queryKey: [, options] }) => readType(options) === 'infinite',
  }) as Query<Pages<Row>>[]

export const findRowInPages = <Row>(
  { pages }: Pages<Row>,
  isMatch: (row: Row) => boolean,
): Row | undefined => {
  for (const { rows } of pages) {
    const row = rows.find(isMatch)
    if (row !== undefined) return row
  }
  return undefined
}

const readType = (options: unknown) => (options as { type?: string } | undefined)?.type
export const readInput = <Input>({ queryKey: [, options] }: Pick<Query, 'queryKey'>) =>
  (options as { input: Input }).input

/** Returns the list with some rows changed, or the same list if none changed. */
export function mapRows<Row>(list: Pages<Row>, change: (row: Row) => Row): Pages<Row> {
  return mapPages(list, rows => patchRows(rows, change))
}

/** Returns the list without the rows matching `isRemoved`, or the same list if there are none. */
export function removeRows<Row>(list: Pages<Row>, isRemoved: (row: Row) => boolean): Pages<Row> {
  return mapPages(list, rows => (rows.some(isRemoved) ? rows.filter(row => !isRemoved(row)) : rows))
}

/** Replaces the row, or inserts it where `order` puts it. With further pages, a row after the last loaded one comes with the next. */
export function upsertRow<Row>(
  list: Pages<Row>,
  row: Row,
  { isSame, order }: { isSame: (a: Row, b: Row) => boolean; order: (a: Row, b: Row) => number },
): Pages<Row> {
  if (list.pages.some(page => page.rows.some(it => isSame(it, row))))
    return mapRows(list, it => (isSame(it, row) ? row : it))
  const lastIndex = list.pages.length - 1
  const targetIndex = list.pages.findIndex(
    ({ rows, next }, index) => (index === lastIndex && next === null) || rows.some(it => order(row, it) < 0),
  )
  if (targetIndex < 0) return list
  return mapPages(list, (rows, index) => (index === targetIndex ? [...rows, row].sort(order) : rows))
}

function mapPages<Row>(list: Pages<Row>, change: (rows: Row[], at: number) => Row[]): Pages<Row> {
  const pages = patchRows(list.pages, page => {
    const rows = change(page.rows, list.pages.indexOf(page))
    return rows === page.rows ? page : { ...page, rows }
  })
  return pages === list.pages ? list : { ...list, pages }
}
