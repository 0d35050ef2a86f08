import type { DB } from '../db/schema.generated.ts'

/**
 * A list of the archive of one's own data: the rows of a table that are about the person. The archive holds the columns in
 * `settings/download/columns.generated.ts`, which are all of the table except those of `isWithheld` and `leftOut`.
 */
export type PersonalList = {
  /** Names the list and its file. */
  readonly name: string
  readonly says: string
  readonly table: keyof DB
  /**
   * The column that names the person, or several of which one must. The archive then has a flag for each in its place, and the first is
   * the person whom the row is about.
   */
  readonly of: string | Readonly<Record<string, string>>
  readonly order: string
  /** Columns that are empty unless the row is about the person, or about nobody. */
  readonly onlyAboutMe?: readonly string[]
  /** Columns that are empty where any column of `of` names somebody else. */
  readonly onlyNamingMe?: readonly string[]
  /** Further columns that are not in the archive, by reason. */
  readonly leftOut?: Readonly<Record<string, readonly string[]>>
  /** How many rows to read at once where a row may be large. */
  readonly pageRows?: number
}

/** The columns of a list that name its person. */
export const ownColumns = ({ of }: PersonalList): string[] =>
  typeof of === 'string' ? [of] : Object.keys(of)

/**
 * Withheld from every archive without being named: people (the person, who is the same in every row, and others), secrets and their
 * hashes, the id that makes a request idempotent and the words for the search.
 */
export const isWithheld = (column: string, namesPerson: boolean): boolean =>
  (namesPerson && column !== 'id') || /^(request_id|search)$|(hash|token|secret|password)$/.test(column)
