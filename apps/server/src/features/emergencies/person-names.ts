import { standInNames } from '@muster/domain/stand-in-name.ts'
import type { Tx } from '../../db/database.ts'
import { loadPersonNames as loadVisibleNames, type PersonNameLookup } from '../../db/person-names.ts'

/**
 * Loads the names of people who had to do with an emergency. Whoever the actor may not see is somebody from another zone: the ids of
 * deleted accounts are removed, so that the person is not a former member.
 */
export async function loadPersonNames(tx: Tx, ids: readonly (string | null)[]): Promise<PersonNameLookup> {
  const names = await loadVisibleNames(tx, ids)
  return id => {
    const person = names(id)
    return id !== null && person.id === null ? { id: null, name: standInNames.otherZoneMember } : person
  }
}
