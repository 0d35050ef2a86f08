import { z } from 'zod'
import { fail } from './fail.ts'

/** Arguments of a list query: the maximum number of rows, and the position of the row after which the page begins. */
export type PageOf<Place> = { readonly after: Place | undefined; readonly limit: number }

/** The first rows of a list after a cursor, and the cursor of the next page if there is one. */
export type Page<Row> = {
  readonly rows: readonly Row[]
  readonly next: string | null
  map<View>(view: (row: Row) => View): { rows: View[]; next: string | null }
}

type Column = readonly [schema: z.ZodType, column: string]
/** A position is one column of a row, or several by name; a name may differ from its column. */
type Fields = Column | Readonly<Record<string, z.ZodType | Column>>
type SchemaOf<Field> = Extract<Field extends Column ? Field[0] : Field, z.ZodType>
type Position<F> = F extends Column
  ? z.output<F[0]>
  : F extends Fields
    ? z.output<z.ZodObject<{ -readonly [Name in keyof F]: SchemaOf<F[Name]> }>>
    : never
type PositionedRow<F> = F extends Column
  ? { readonly [_ in F[1]]: z.output<F[0]> }
  : {
      readonly [Name in keyof F as undefined extends z.output<SchemaOf<F[Name]>>
        ? never
        : F[Name] extends Column
          ? F[Name][1]
          : Name]: z.output<SchemaOf<F[Name]>> | null
    }

/**
 * Reads the pages of a list by the last row's key, so they follow each other whatever was added or removed. Grants no access: the query
 * sees what the actor sees.
 */
export function createCursors<const F extends Fields>(list: string, fields: F) {
  const { schema, toPosition } = readFields(fields)

  function decode(cursor: string): Position<F> {
    const [listName, cursorPosition] = parseCursor(cursor)
    const position = schema.safeParse(cursorPosition)
    if (listName !== list || !position.success) throw fail('CURSOR_INVALID')
    return position.data as Position<F>
  }

  return {
    /** Reads one row more than the page has, which shows that there is a next one. Throws CURSOR_INVALID for another list or shape. */
    async read<Row extends PositionedRow<F>>(
      { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
      query: (page: PageOf<Position<F>>) => Promise<readonly Row[]>,
    ): Promise<Page<Row>> {
      const after = cursor === undefined ? undefined : decode(cursor)
      const readRows = await query({ after, limit: limit + 1 })
      const rows = readRows.slice(0, limit)
      const lastRow = readRows.length > limit ? rows.at(-1) : undefined
      const next = lastRow ? encodeCursor([list, toPosition(lastRow)]) : null
      return { rows, next, map: view => ({ rows: rows.map(row => view(row)), next }) }
    },
  }
}

const isColumn = (field: Fields | z.ZodType): field is Column => Array.isArray(field)

function readFields(fields: Fields): {
  schema: z.ZodType
  toPosition: (row: Readonly<Record<string, unknown>>) => unknown
} {
  if (isColumn(fields)) return { schema: fields[0], toPosition: row => row[fields[1]] }
  const columns = Object.entries(fields).map(([name, field]) =>
    isColumn(field) ? { name, schema: field[0], column: field[1] } : { name, schema: field, column: name },
  )
  return {
    schema: z.object(Object.fromEntries(columns.map(({ name, schema }) => [name, schema]))),
    toPosition: row => Object.fromEntries(columns.map(({ name, column }) => [name, row[column]])),
  }
}

const encodeCursor = (cursorParts: readonly unknown[]) =>
  Buffer.from(JSON.stringify(cursorParts)).toString('base64url')

function parseCursor(cursor: string): readonly unknown[] {
  try {
    const cursorParts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(cursorParts) ? cursorParts : []
  } catch {
    return []
  }
}
