import { standInNames } from '@muster/domain/stand-in-name.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'

/** Returns a person's name as others see it; 'Unnamed member' if it is empty. */
export const toDisplayName = (name: string): string => name || standInNames.unnamedMember

export type PersonNameLookup = (id: string | null) => { id: string | null; name: string }

export type PersonName = { readonly id: string; readonly name: string }

/** Selects the names of people the actor shares or once shared a zone with, and of administrators. */
export const selectNames = (ids: RawBuilder<unknown>) =>
  sql<PersonName>`select id, name from person_names(${ids})`

export async function loadPersonNames(tx: Tx, ids: readonly (string | null)[]): Promise<PersonNameLookup> {
  const uniqueIds = [...new Set(ids.filter(id => id !== null))]
  if (uniqueIds.length === 0) return toNameLookup([])
  return toNameLookup((await selectNames(sql`${uniqueIds}::uuid[]`).execute(tx)).rows)
}

/** Everybody else is a 'Former member'. */
export function toNameLookup(rows: readonly PersonName[]): PersonNameLookup {
  const namesById = new Map(rows.map(({ id, name }) => [id, toDisplayName(name)]))
  return id => {
    const name = id === null ? undefined : namesById.get(id)
    return name === undefined ? { id: null, name: standInNames.formerMember } : { id, name }
  }
}
