import { shapeCentre } from '@muster/domain/geo/centre.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { Role } from '@muster/domain/role.ts'
import type { Database } from '../db/database.ts'
import { demoEmail, demoPeople, demoZones } from './demo-organisation.ts'

export type DemoWalker = { readonly userId: string; readonly role: Role; readonly places: readonly LatLng[] }

/** Returns the demo's walkers by name, and the places they walk between; null if this database is not, or no longer, a demo. */
export async function readDemo(db: Database): Promise<DemoWalker[] | null> {
  const simulatedPeople = demoPeople.filter(person => person.simulated)
  // Runs as the owner, because nobody is signed in when the server starts.
  const { rowCount } = await db.pool.query(
    `select from installation_facts where fact = 'demo' and exists (
       select from user_profiles where email = any($1) and status = 'active')`,
    [demoPeople.map(person => demoEmail(person.key))],
  )
  if (!rowCount) return null
  const { rows } = await db.pool.query<{ id: string; email: string; role: Role }>(
    `select id, email, role from user_profiles where email = any($1) and status = 'active' order by email`,
    [simulatedPeople.map(person => demoEmail(person.key))],
  )
  return rows.map(row => {
    const person = simulatedPeople.find(it => demoEmail(it.key) === row.email)
    const zones = demoZones.filter(zone => person && zone.key in person.zones)
    return { userId: row.id, role: row.role, places: zones.map(zone => shapeCentre(zone.shape)) }
  })
}
