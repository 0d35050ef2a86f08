import type { z } from 'zod'
import { fail } from './fail.ts'

/** Arguments of a list query: the maximum number of rows, and the position of the row after which the page begins. */
export type PageOf<Place> = { readonly after: Place | undefined; readonly limit: number }

/**
 * By the last row's key, so pages follow each other whatever was added or removed. Grants no access: the query sees what the actor
 * sees. `read` throws CURSOR_INVALID for another list or shape.
 */
export function createCursors<Schema extends z.ZodType>(list: string, schema: Schema) {
  return {
    write: (position: z.output<Schema>): string =>
      Buffer.from(JSON.stringify([list, position])).toString('base64url'),

    read(cursor: string | undefined): z.output<Schema> | undefined {
      if (cursor === undefined) return undefined
      const [listName, cursorPosition] = parseCursor(cursor)
      const position = schema.safeParse(cursorPosition)
      if (listName !== list || !position.success) throw fail('CURSOR_INVALID')
      return position.data
    },
  }
}

function parseCursor(cursor: string): readonly unknown[] {
  try {
    const cursorParts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(cursorParts) ? cursorParts : []
  } catch {
    return []
  }
}

/** Builds a page from up to `limit` + 1 rows: the extra row shows that there is a next page. */
export function createPage<Row, View>(
  rows: readonly Row[],
  limit: number,
  view: (row: Row) => View,
  toCursor: (row: Row) => string,
): { rows: View[]; next: string | null } {
  const lastRow = rows.length > limit ? rows[limit - 1] : undefined
  return { rows: rows.slice(0, limit).map(row => view(row)), next: lastRow ? toCursor(lastRow) : null }
}
