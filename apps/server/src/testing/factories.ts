import { randomBytes } from 'node:crypto'
import { consentVersion } from '@muster/domain/consent.ts'
import type { RectangleShape, ZoneShape } from '@muster/domain/geo/shape.ts'
import { shapeCorners } from '@muster/domain/geo/shape-bounds.ts'
import type { Role, ZoneRole } from '@muster/domain/role.ts'
import { makeUserCode, userCodeBytes } from '@muster/domain/user-code.ts'
import type { ZoneStatus } from '@muster/domain/zone.ts'
import { v7 as uuidV7 } from 'uuid'
import type { Database } from '../db/database.ts'
import { hashToken } from '../lib/secrets.ts'
import { createInserter } from './create-inserter.ts'

export type TestUser = {
  readonly id: string
  readonly email: string
  readonly userCode: string
  readonly role: Role
  readonly sessionId: string
  readonly token: string
}

export type TestZone = { readonly id: string; readonly name: string }

/** The id of the organisation in an installation that has only one; the same in every installation. */
export const defaultClientId = '00000000-0000-4000-8000-000000000001'

/** A rectangle of about 220 m by 195 m around the tests' origin. */
export const testBox = {
  boundary: 'rectangle' as const,
  start: { lat: 28.612, lng: 77.208 },
  end: { lat: 28.614, lng: 77.21 },
} satisfies RectangleShape
export const insideTestBox = { lat: 28.613, lng: 77.209 }
export const outsideTestBox = { lat: 28.62, lng: 77.22 }

/** Replaces the vowels after the prefix of a user code, so that a search for a name does not accidentally match the code. */
const replaceVowels = (code: string) => `MUS-${code.slice(4).replace(/[AEIOU]/g, 'X')}`

/** Creates functions that insert rows directly into the database, as a test's preconditions. */
export function createFactories(db: Database) {
  let createdCount = 0
  const insert = createInserter(db.pool)
  return {
    /** Creates a person with an active session. `pinHash` gives them an entry PIN. */
    async user(
      options: {
        role?: Role
        firstName?: string
        pinHash?: string
        passwordHash?: string
        status?: string
        /** Null for people who have not been asked yet. */
        consent?: 'given' | null
      } = {},
    ): Promise<TestUser> {
      const number = ++createdCount
      const role = options.role ?? 'app_user'
      const user = {
        id: uuidV7(),
        email: `person${number}-${randomBytes(3).toString('hex')}@test.example`,
        userCode: replaceVowels(makeUserCode(randomBytes(userCodeBytes))),
        role,
        sessionId: uuidV7(),
        token: randomBytes(16).toString('hex'),
      }
      const signUp = {
        firstName: options.firstName ?? `Person${number}`,
        lastName: 'Test',
        phone: '+911155500100',
        dateOfBirth: '1990-01-01',
        role,
        userCode: user.userCode,
        ...(options.pinHash ? { pinHash: options.pinHash } : {}),
      }
      const { passwordHash, status } = options
      const session = { id: user.sessionId, user_id: user.id, token: hashToken(user.token) }
      await insert('people', {
        id: user.id,
        name: signUp.firstName,
        email: user.email,
        sign_up: signUp,
        consent_version: options.consent === null ? null : consentVersion,
        // Setting a first password ends all sessions.
        session: passwordHash ? null : session,
      })
      if (passwordHash) {
        await insert('passwords', { user_id: user.id, password: passwordHash })
        await insert('sessions', session)
      }
      if (status) await db.pool.query('update user_profiles set status = $2 where id = $1', [user.id, status])
      return user
    },

    async zone(
      options: { name?: string; shape?: ZoneShape; status?: ZoneStatus; maxCapacity?: number } = {},
    ): Promise<TestZone> {
      const zone = { id: uuidV7(), name: options.name ?? `Zone ${++createdCount}` }
      const shape = options.shape ?? testBox
      const { start, end } = shapeCorners(shape)
      await insert('zones', {
        ...zone,
        boundary: shape.boundary,
        shape,
        start_lat: start.lat,
        start_lng: start.lng,
        end_lat: end.lat,
        end_lng: end.lng,
        status: options.status ?? 'active',
        max_capacity: options.maxCapacity ?? null,
      })
      return zone
    },

    /** Makes the person a member of the zone; with `entered`, their session has entered it with the PIN. */
    async assign(
      user: Pick<TestUser, 'id' | 'sessionId'>,
      zone: TestZone,
      role: ZoneRole = 'app_user',
      entered = true,
    ): Promise<void> {
      await insert('assignments', {
        user_id: user.id,
        zone_id: zone.id,
        role,
        assigned_by: null,
        session_id: entered ? user.sessionId : null,
      })
    },

    /** Adds the person to the zone on somebody else's behalf. They are invited until they enter or select the zone. */
    async invite(user: TestUser, zone: TestZone, by: TestUser, role: ZoneRole = 'app_user'): Promise<void> {
      await insert('assignments', {
        user_id: user.id,
        zone_id: zone.id,
        role,
        assigned_by: by.id,
        session_id: null,
      })
    },
  }
}
