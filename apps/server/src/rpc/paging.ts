import type { z } from 'zod'
import { fail } from './fail.ts'

/** Arguments of a query of a list: the rows after a place, and at most so many. */
export type PageOf<Place> = { readonly after: Place | undefined; readonly limit: number }

/**
 * The places of one list, as cursors. A place is the key of a row in the order of the list, so a page begins where the one
 * before ended, whatever was added or removed meanwhile. A cursor gives nothing away and opens nothing: it is held against
 * its schema, and the query it goes into sees what the actor sees. Of another list, or no cursor at all: CURSOR_INVALID.
 */
export function places<Schema extends z.ZodType>(list: string, schema: Schema) {
  return {
    write: (place: z.output<Schema>): string =>
      Buffer.from(JSON.stringify([list, place])).toString('base64url'),

    read(cursor: string | undefined): z.output<Schema> | undefined {
      if (cursor === undefined) return undefined
      const [of, said] = partsOf(cursor)
      const place = schema.safeParse(said)
      if (of !== list || !place.success) throw fail('CURSOR_INVALID')
      return place.data
    },
  }
}

function partsOf(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

/** The page out of its rows and, where there was one, the first row after it: one more than asked for tells of a next page. */
export function pageOf<Row, View>(
  rows: readonly Row[],
  limit: number,
  view: (row: Row) => View,
  cursorOf: (row: Row) => string,
): { rows: View[]; next: string | null } {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { rows: rows.slice(0, limit).map(row => view(row)), next: last ? cursorOf(last) : null }
}
