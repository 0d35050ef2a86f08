import type { PersonalDataKind } from '@muster/domain/personal-data.ts'
import type { DB } from '../db/schema.generated.ts'
import type { Text } from '../lib/texts/text.ts'

/**
 * A list in the archive of a person's own data: the rows of a table that are about the person. The archive contains the columns in
 * `settings/download/columns.generated.ts`: all columns of the table except those in `leftOut`, those that refer to people (the
 * person is the same in every row) and secrets.
 */
export type PersonalList = {
  /** The name of the list and of its file. */
  readonly name: string
  readonly says: Text
  readonly table: keyof DB
  /**
   * The kind of personal data in a row; undefined if a row records an action on shared data, such as creating a group. It
   * determines what happens to the row when the person's account is deleted.
   */
  readonly kind?: PersonalDataKind
  /**
   * The column that refers to the person; or several columns, at least one of which refers to the person. With several, the archive
   * contains a flag for each instead, and the first is the person whom the row is about. Undefined if `through` says it.
   */
  readonly of?: string | Readonly<Record<string, string>>
  /** For rows that are about the person whom a row of another table names: the column that refers to that row, and its person. */
  readonly through?: { readonly column: string; readonly table: keyof DB; readonly person: string }
  readonly order: string
  /** Columns that are left empty unless the row is about the person, or about nobody. */
  readonly onlyAboutMe?: readonly string[]
  /** Columns that are left empty if any column of `of` refers to somebody else. */
  readonly onlyNamingMe?: readonly string[]
  /** Columns that are left out of the archive, by reason. */
  readonly leftOut?: Readonly<Record<string, readonly string[]>>
  /** Rows per page; set if a row may be large. */
  readonly pageRows?: number
}

/** Returns the names of the columns in `of`. */
export const listOwnColumns = ({ of = {} }: PersonalList): string[] =>
  typeof of === 'string' ? [of] : Object.keys(of)
