import { randomBytes } from 'node:crypto'
import { consentVersion } from '@muster/domain/consent.ts'
import { shapeCorners } from '@muster/domain/geo/shape-bounds.ts'
import { limits } from '@muster/domain/limits.ts'
import { DAY_MS, MINUTE_MS } from '@muster/domain/time-units.ts'
import { makeUserCode, userCodeBytes } from '@muster/domain/user-code.ts'
import { sql } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import type { Database, Tx } from '../db/database.ts'
import { joinedZone, type Membership } from '../features/users/index.ts'
import type { FileStorage } from '../lib/file-storage.ts'
import { type WriteContext, write } from '../live/write.ts'
import {
  type DemoZone,
  demoEmail,
  demoPassword,
  demoPeople,
  demoPin,
  demoZones,
} from './demo-organisation.ts'
import { seedDrill } from './seed-drill.ts'
import { seedNews } from './seed-news.ts'

const DAYS_OF_VISITS = 27
/** Membership starts before the oldest visit, so that expected hours cover all days that have visits. */
const DAYS_OF_MEMBERSHIP = 60

/** Returns whether it loaded: only into a database without users. `hash` is argon2id, `now` in milliseconds. */
export async function seedDemo(
  db: Database,
  hash: (secret: string) => Promise<string>,
  now: number,
  files: Pick<FileStorage, 'put'>,
): Promise<boolean> {
  const [passwordHash, pinHash] = await Promise.all([hash(demoPassword), hash(demoPin)])
  return db.asOwner('the first rows of an empty database belong to nobody yet', async tx => {
    const existingUser = await tx.selectFrom('auth.users').select('id').limit(1).executeTakeFirst()
    if (existingUser) return false
    const userIdsByKey = await insertPeople(tx, passwordHash, pinHash)
    await insertConsents(tx, userIdsByKey)
    const zoneIdsByKey = await insertZones(tx, userIdsByKey.get('client') ?? null)
    // The demo's reports use days in New Delhi, where its zones are.
    await tx.updateTable('clients').set({ time_zone: 'Asia/Kolkata' }).execute()
    await write(tx, its =>
      insertAssignments(its, userIdsByKey, zoneIdsByKey, new Date(now - DAYS_OF_MEMBERSHIP * DAY_MS)),
    )
    await insertVisits(tx, userIdsByKey, zoneIdsByKey, now)
    await seedNews(tx, { people: userIdsByKey, zones: zoneIdsByKey, now }, files)
    await seedDrill(tx, { people: userIdsByKey, zones: zoneIdsByKey, now })
    await tx.insertInto('installation_facts').values({ fact: 'demo' }).execute()
    return true
  })
}

async function insertPeople(tx: Tx, passwordHash: string, pinHash: string): Promise<Map<string, string>> {
  const idsByKey = new Map(demoPeople.map(person => [person.key, uuidV7()]))
  const findId = (key: string) => idsByKey.get(key) ?? ''
  await tx
    .insertInto('auth.users')
    .values(
      demoPeople.map(person => ({
        id: findId(person.key),
        name: `${person.firstName} ${person.lastName}`,
        email: demoEmail(person.key),
        email_verified: true,
        sign_up: JSON.stringify({
          firstName: person.firstName,
          lastName: person.lastName,
          phone: '+91 11 5550 0100',
          dateOfBirth: '1990-01-01',
          role: person.role,
          userCode: makeUserCode(randomBytes(userCodeBytes)),
          pinHash,
        }),
      })),
    )
    .execute()
  await tx
    .insertInto('auth.accounts')
    .values(
      demoPeople.map(person => ({
        account_id: findId(person.key),
        provider_id: 'credential',
        user_id: findId(person.key),
        password: passwordHash,
      })),
    )
    .execute()
  return idsByKey
}

/** Records consent for everybody in the demo, so that signing in does not begin with the question. */
async function insertConsents(tx: Tx, people: Map<string, string>): Promise<void> {
  await tx
    .insertInto('consents')
    .values(
      [...people.values()].map(userId => ({
        user_id: userId,
        decision: 'given',
        text_version: consentVersion,
        retention_days: limits.retentionDays,
        asked_at: 'demo',
      })),
    )
    .execute()
}

async function insertZones(tx: Tx, createdBy: string | null): Promise<Map<string, string>> {
  const idsByKey = new Map(demoZones.map(zone => [zone.key, uuidV7()]))
  const findId = (zone: DemoZone) => idsByKey.get(zone.key) ?? ''
  await tx
    .insertInto('zones')
    .values(
      demoZones.map(zone => {
        const { start, end } = shapeCorners(zone.shape)
        return {
          id: findId(zone),
          name: zone.name,
          description: zone.description,
          boundary: zone.shape.boundary,
          shape: JSON.stringify(zone.shape),
          start_lat: start.lat,
          start_lng: start.lng,
          end_lat: end.lat,
          end_lng: end.lng,
          max_capacity: zone.maxCapacity,
          status: zone.status,
          created_by: createdBy,
        }
      }),
    )
    .execute()
  return idsByKey
}

async function insertAssignments(
  { tx, alert }: WriteContext,
  people: Map<string, string>,
  zones: Map<string, string>,
  since: Date,
): Promise<void> {
  const rows = demoPeople.flatMap(person =>
    Object.entries(person.zones).map(([zone, role]) => ({
      user_id: people.get(person.key) ?? '',
      zone_id: zones.get(zone) ?? '',
      role,
      assigned_at: since,
      accepted_at: since,
    })),
  )
  const memberships = await tx
    .insertInto('zone_assignments')
    .values(rows)
    .returning(sql<Membership>`membership_facts(zone_assignments)`.as('membership'))
    .execute()
  for (const { membership } of memberships) alert(joinedZone(membership))
}

/**
 * Inserts two closed visits for every walker on each working day of some weeks, with a day off now and then. The simulation
 * continues from there.
 */
async function insertVisits(
  tx: Tx,
  people: Map<string, string>,
  zones: Map<string, string>,
  now: number,
): Promise<void> {
  const firstMorningMs = now - (now % DAY_MS) + 3.5 * 60 * MINUTE_MS // 09:00 in New Delhi
  const visits = demoPeople
    .filter(person => person.simulated)
    .flatMap((person, index) =>
      Array.from({ length: DAYS_OF_VISITS * 2 }, (_, number) => {
        const day = Math.floor(number / 2) + 1
        const isSunday = new Date(firstMorningMs - day * DAY_MS).getUTCDay() === 0
        if (isSunday || (index * 5 + day * 3) % 17 === 0) return []
        const startMs =
          firstMorningMs -
          day * DAY_MS +
          (number % 2) * 5 * 60 * MINUTE_MS +
          ((index * 17 + day * 7) % 50) * MINUTE_MS
        const minutes = 130 + ((index * 31 + number * 13) % 100)
        const zone = Object.keys(person.zones)[0] ?? ''
        return [
          {
            user_id: people.get(person.key) ?? '',
            zone_id: zones.get(zone) ?? '',
            entry_time: new Date(startMs),
            exit_time: new Date(startMs + minutes * MINUTE_MS),
            duration_minutes: minutes,
            accuracy_meters: 4 + (index % 9),
            tracking_source: 'device',
          },
        ]
      }).flat(),
    )
  await tx.insertInto('presence_history').values(visits).execute()
}
