import { standInNames } from '@muster/domain/stand-in-name.ts'
import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Returns a person's name as others see it; 'Unnamed member' if it is empty. */
export const toDisplayName = (name: string): string => name || standInNames.unnamedMember

export type PersonNameLookup = (id: string | null) => { id: string | null; name: string }

/** Names of people the actor shares or once shared a zone with, and administrators; to others, a 'Former member'. */
export async function loadPersonNames(tx: Tx, ids: readonly (string | null)[]): Promise<PersonNameLookup> {
  const uniqueIds = [...new Set(ids.filter(id => id !== null))]
  const { rows } =
    uniqueIds.length === 0
      ? { rows: [] }
      : await sql<{
          id: string
          name: string
        }>`select id, name from person_names(${uniqueIds}::uuid[])`.execute(tx)
  const namesById = new Map(rows.map(({ id, name }) => [id, toDisplayName(name)]))
  return id => {
    const name = id === null ? undefined : namesById.get(id)
    return name === undefined ? { id: null, name: standInNames.formerMember } : { id, name }
  }
}
