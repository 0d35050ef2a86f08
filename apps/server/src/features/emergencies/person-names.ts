import { standInNames } from '@muster/domain/stand-in-name.ts'
import type { Tx } from '../../db/database.ts'
import {
  loadPersonNames as loadVisibleNames,
  type PersonName,
  type PersonNameLookup,
  toNameLookup,
} from '../../db/person-names.ts'

export const loadPersonNames = async (tx: Tx, ids: readonly (string | null)[]): Promise<PersonNameLookup> =>
  asOtherMembers(await loadVisibleNames(tx, ids))

export const toPersonNames = (rows: readonly PersonName[]) => asOtherMembers(toNameLookup(rows))

/** Unseen people are somebody from another zone: ids of deleted accounts are removed, so they are no former members. */
const asOtherMembers =
  (names: PersonNameLookup): PersonNameLookup =>
  id => {
    const person = names(id)
    return id !== null && person.id === null ? { id: null, name: standInNames.otherZoneMember } : person
  }
