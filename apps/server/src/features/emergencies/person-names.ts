import { standInNames } from '@muster/domain/stand-in-name.ts'
import type { Tx } from '../../db/database.ts'
import { loadPersonNames as loadVisibleNames, type PersonNameLookup } from '../../db/person-names.ts'

/** Unseen people are somebody from another zone: ids of deleted accounts are removed, so they are no former members. */
export async function loadPersonNames(tx: Tx, ids: readonly (string | null)[]): Promise<PersonNameLookup> {
  const names = await loadVisibleNames(tx, ids)
  return id => {
    const person = names(id)
    return id !== null && person.id === null ? { id: null, name: standInNames.otherZoneMember } : person
  }
}
