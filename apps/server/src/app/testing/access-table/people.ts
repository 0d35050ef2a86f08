import { isInternalAdmin, needsPin, type Role, roles, type ZoneRole } from '@muster/domain/role.ts'
import type { Database } from '../../../db/database.ts'
import { hashToken } from '../../../lib/secrets.ts'
import type { createCaller } from '../../../testing/caller.ts'
import type { createFactories, TestUser, TestZone } from '../../../testing/factories.ts'
import { LET_IN_CODE } from '../gate.ts'
import type { Procedure } from '../procedures.ts'
import type { CallRow } from './call-row.ts'
import { isLongForm } from './long-form.ts'

const places = ['in the zone', 'PIN not entered', 'invited', 'in another zone', 'in no zone'] as const
export type Place = (typeof places)[number]

const statuses = ['suspended', 'inactive'] as const

export type Person = Pick<TestUser, 'id' | 'sessionId' | 'token'> & {
  /** The name shown in failed tests, such as `app_user, invited`. */
  readonly name: string
  readonly role: Role
  readonly place: Place
  /** True if their token belongs to an active session and account. */
  readonly signedIn: boolean
}

export type World = {
  /** The zone that calls name, and that people `in the zone` belong to. */
  readonly zone: TestZone
  readonly other: TestZone
  /** A suspended zone with the same people as `zone`. */
  readonly closed: TestZone
  /** The user who sends the invitations. */
  readonly host: TestUser
}

/**
 * Creates a person for every role in every place, a suspended or an inactive person for every role, and people without a valid
 * token.
 */
export async function makeEveryKindOfPerson(
  make: ReturnType<typeof createFactories>,
  db: Database,
  world: World,
): Promise<Person[]> {
  const people: Person[] = []
  for (const [index, role] of roles.entries()) {
    for (const place of places) people.push(await makePersonInPlace(make, world, role, place))
    // The two are refused alike, so the roles alternate between them.
    for (const status of isLongForm ? statuses : statuses.filter((_, n) => n === index % statuses.length))
      people.push(await makePersonWithStatus(make, db, world, role, status))
  }
  const { expired, gone } = { expired: await make.user({ role: 'super_admin' }), gone: await make.user() }
  await db.pool.query(`update auth.sessions set expires_at = now() - interval '1 second' where id = $1`, [
    expired.sessionId,
  ])
  await db.pool.query('delete from auth.sessions where id = $1', [gone.sessionId])
  const signedOutOptions = { role: 'super_admin', place: 'in no zone', signedIn: false } as const
  return [
    ...people,
    { ...signedOutOptions, ...expired, role: 'super_admin', name: 'of a session that expired' },
    { ...signedOutOptions, ...gone, role: 'super_admin', name: 'signed out' },
    { ...signedOutOptions, ...gone, token: `${gone.token}x`, name: 'with a token that is none' },
    { ...signedOutOptions, ...gone, token: '', name: 'nobody' },
  ]
}

async function makePersonInPlace(
  make: ReturnType<typeof createFactories>,
  world: World,
  role: Role,
  place: Place,
) {
  const user = await make.user({ role })
  // An internal admin is assigned as an app user: no assignment can grant their own role, which applies everywhere anyway.
  const zoneRole = isInternalAdmin(role) ? 'app_user' : (role as ZoneRole)
  if (place === 'invited') await make.invite(user, world.zone, world.host, zoneRole)
  else if (place === 'in another zone') await make.assign(user, world.other, zoneRole)
  else if (place !== 'in no zone') await make.assign(user, world.zone, zoneRole, place === 'in the zone')
  if (place === 'in the zone') await make.assign(user, world.closed, zoneRole)
  return { ...user, role, place, signedIn: true, name: `${role}, ${place}` }
}

/** Sets the status but keeps the session, as happens briefly while a status changes. */
async function makePersonWithStatus(
  make: ReturnType<typeof createFactories>,
  db: Database,
  world: World,
  role: Role,
  status: string,
) {
  const { name, ...person } = await makePersonInPlace(make, world, role, 'in the zone')
  await db.pool.query('update user_profiles set status = $2 where id = $1', [person.id, status])
  await db.pool.query(
    `insert into auth.sessions (id, token, user_id, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
    [person.sessionId, hashToken(person.token), person.id],
  )
  return { ...person, signedIn: false, name: `${name}, ${status}` }
}

/** True for signed-in internal administrators, who see every zone and need no assignment. */
export const seesAll = ({ role, signedIn }: Person) => signedIn && isInternalAdmin(role)

export const LET_IN_ANSWER = 'let in'

/**
 * Returns a function that calls a procedure on a `createGate` router, which runs only the checks before the handler, and returns
 * the response.
 */
export const createProcedureCaller =
  (call: ReturnType<typeof createCaller>) =>
  async (person: Person, { name }: Procedure, input: unknown) => {
    const [feature = '', member = ''] = name.split('.')
    const calls = call(person.token ? person : undefined) as unknown as Calls
    try {
      await calls[feature]?.[member]?.(input)
      throw new Error(`${name} ran its handler.`)
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      return { code: code === LET_IN_CODE ? LET_IN_ANSWER : (code ?? message), message }
    }
  }
type Calls = Record<string, Record<string, (input: unknown) => Promise<unknown>>>

/** Returns a procedure's expected response to a person who names the zone: an error code, or `LET_IN_ANSWER`. */
export function findExpectedAnswer(
  { who, roles: allowedRoles, refuses, notFound, pin, invited }: Omit<CallRow, 'includesAllZones'>,
  person: Person,
): string {
  const { role, place, signedIn } = person
  if (who === 'anyone') return LET_IN_ANSWER
  if (!signedIn) return 'UNAUTHORIZED'
  if (who.startsWith('in zone') && !isInternalAdmin(role)) {
    if (place === 'in another zone' || place === 'in no zone') return notFound
    // Invited people cannot have entered the zone.
    const hasEntered = place === 'in the zone' || !needsPin(role)
    if ((pin && !hasEntered) || (place === 'invited' && !invited)) return 'ZONE_ENTRY_REQUIRED'
  }
  return allowedRoles.has(role) ? LET_IN_ANSWER : refuses
}
