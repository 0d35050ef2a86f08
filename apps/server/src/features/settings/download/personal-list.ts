import type { DB } from '../../../db/schema.generated.ts'

/** A list of the archive: the rows of one table that are about the person, and of them the columns that are theirs to know. */
export type PersonalList = {
  /** Of the list and its file. */
  readonly name: string
  readonly says: string
  readonly table: keyof DB
  /** The columns that name the person: a row is theirs when one of them does. The first says whom the row is about. */
  readonly of: readonly [string, ...string[]]
  /** The order in which they stand in the archive. */
  readonly order: string
  readonly columns: readonly string[]
  /** Whether a column names the person, in place of the ids of others. */
  readonly flags?: Readonly<Record<string, string>>
  /** Columns that are told only where the row names nobody else, or is about nobody else. */
  readonly guarded?: Readonly<Record<string, 'nobody else is named' | 'nobody else is concerned'>>
  /** The columns that are not in it, and why. */
  readonly leftOut?: Readonly<Record<string, string>>
  /** How many rows are read at once, where a row may be large. */
  readonly pageRows?: number
}

/** Why a column is not in the archive. */
export const because = {
  secret: 'a secret, or the hash of one',
  person: 'the person, who is the same in every row',
  other: 'names somebody else',
  counted: 'tells of others, how many are inside',
  sentOnce: 'a number the app made so that it is not sent twice',
  search: 'words of the row, for the search',
} as const
