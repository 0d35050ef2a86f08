import type { profileChange } from '@muster/contract/settings.ts'
import { cleanSkills } from '@muster/domain/skills.ts'
import type { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { type ProfileColumns, updateOwnProfile } from './settings.queries.ts'

type ProfileChange = z.output<typeof profileChange>

/** Changes the given fields of the actor's profile. Throws SKILL_INVALID for an empty or repeated skill. */
export async function updateProfile(tx: Tx, userId: string, change: ProfileChange): Promise<void> {
  const columns: ProfileColumns = {}
  if (change.firstName !== undefined) columns.first_name = change.firstName
  if (change.lastName !== undefined) columns.last_name = change.lastName
  if (change.skills) {
    const skills = cleanSkills(change.skills)
    if (skills.length !== change.skills.length) throw fail('SKILL_INVALID')
    columns.skills = [...skills]
  }
  if (change.emergencyContact) {
    const { name, phone, relationship } = change.emergencyContact
    columns.emergency_contact_name = name || null
    columns.emergency_contact_phone = phone || null
    columns.emergency_contact_relationship = relationship || null
  }
  if (change.language !== undefined) columns.language = change.language
  if (Object.keys(columns).length > 0) await updateOwnProfile(tx, userId, columns)
}
