import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Pages } from '../lib/use-pages.ts'
import { patchQuery, patchRows } from './patch-query.ts'

/**
 * Patches the lists under the key that are read page by page, whatever their filters: `input` is what each was asked.
 * Answers like `patchQuery`, with the lists to ask again.
 */
export function patchPages<Row, Input>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (list: Pages<Row>, input: Input) => Pages<Row> | undefined,
): QueryKey[] {
  return pagesUnder<Row>(client, queryKey).flatMap(query =>
    patchQuery<Pages<Row>>(client, query.queryKey, list => change(list, askedOf<Input>(query))),
  )
}

/** The lists of the cache under a key, also those whose first page is on its way. */
export const pagesUnder = <Row>(client: QueryClient, queryKey: QueryKey) =>
  client.getQueryCache().findAll({
    queryKey,
    predicate: ({ queryKey: [, how] }) => typeOf(how) === 'infinite',
  }) as Query<Pages<Row>>[]

/** The row of a list that is meant, if it was read. */
export const rowIn = <Row>({ pages }: Pages<Row>, isIt: (row: Row) => boolean): Row | undefined => {
  for (const { rows } of pages) {
    const row = rows.find(isIt)
    if (row !== undefined) return row
  }
  return undefined
}

const typeOf = (how: unknown) => (how as { type?: string } | undefined)?.type
/** The input that a list was asked with. */
export const askedOf = <Input>({ queryKey: [, how] }: Pick<Query, 'queryKey'>) =>
  (how as { input: Input }).input

/** The list with some of its rows changed; the same list where none is. */
export function withRows<Row>(list: Pages<Row>, change: (row: Row) => Row): Pages<Row> {
  return eachPage(list, rows => patchRows(rows, change))
}

/** The list without the rows that `gone` names; the same list where there is none of them. */
export function withoutRows<Row>(list: Pages<Row>, gone: (row: Row) => boolean): Pages<Row> {
  return eachPage(list, rows => (rows.some(gone) ? rows.filter(row => !gone(row)) : rows))
}

/**
 * The list with this row in its place: in that of the row it replaces, or where `order` puts it. After the last row that was
 * read it is left out, because it comes with the next page.
 */
export function withRow<Row>(
  list: Pages<Row>,
  row: Row,
  { isSame, order }: { isSame: (a: Row, b: Row) => boolean; order: (a: Row, b: Row) => number },
): Pages<Row> {
  if (list.pages.some(page => page.rows.some(it => isSame(it, row))))
    return withRows(list, it => (isSame(it, row) ? row : it))
  const last = list.pages.length - 1
  const place = list.pages.findIndex(
    ({ rows, next }, at) => (at === last && next === null) || rows.some(it => order(row, it) < 0),
  )
  if (place < 0) return list
  return eachPage(list, (rows, at) => (at === place ? [...rows, row].sort(order) : rows))
}

function eachPage<Row>(list: Pages<Row>, change: (rows: Row[], at: number) => Row[]): Pages<Row> {
  const pages = patchRows(list.pages, page => {
    const rows = change(page.rows, list.pages.indexOf(page))
    return rows === page.rows ? page : { ...page, rows }
  })
  return pages === list.pages ? list : { ...list, pages }
}
