import type { PersonalDataKind } from '@muster/domain/personal-data.ts'
import type { DB } from '../db/schema.generated.ts'
import type { Text } from '../lib/texts/text.ts'

/**
 * The archive contains the columns of `settings/download/columns.generated.ts`: without `leftOut`, references to people (the same in
 * every row) and secrets.
 */
export type PersonalList = {
  /** The name of the list and of its file. */
  readonly name: string
  readonly says: Text
  readonly table: keyof DB
  /** Undefined for an action on shared data, such as creating a group. Decides the row's fate when the account is deleted. */
  readonly kind?: PersonalDataKind
  /**
   * The column of the person. With several, the archive has a flag for each; the first is whom it is about. Undefined with
   * `through`.
   */
  readonly of?: string | Readonly<Record<string, string>>
  /** For rows that are about the person whom a row of another table names: the column that refers to that row, and its person. */
  readonly through?: { readonly column: string; readonly table: keyof DB; readonly person: string }
  /** SQL condition for the rows counted in "Data about me"; the table is not counted if undefined. */
  readonly counted?: string
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
