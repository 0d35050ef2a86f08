import { randomBytes, randomUUID } from 'node:crypto'
import { consentVersion } from '@muster/domain/consent.ts'
import type { CodeAssignableRole } from '@muster/domain/role.ts'
import { demoEmail, demoPassword, demoPin } from '@muster/server/src/demo/demo-organisation.ts'
import type { Credentials, Muster, Session } from './muster.ts'

/** The people of the demo organisation, by the key in their email address. */
export type DemoKey =
  | 'super'
  | 'admin'
  | 'client'
  | 'manager'
  | 'viewer'
  | 'operations'
  | 'supervisor'
  | 'worker'
  | 'member'
  | 'newcomer'
export const toEmail = (key: DemoKey) => demoEmail(key)
export const password = demoPassword
export const pin = demoPin

/** An account that is used by only one journey. `enrolledSession` is its session from signing up, in the only zone it entered. */
export type Account = Credentials & {
  readonly userId: string
  readonly name: string
  readonly userCode: string
  readonly enrolledSession?: EnrolledSession
}
type EnrolledSession = { readonly session: Session; readonly zone: string; readonly zoneId: string }

/** Returns an unused email address. */
export const freshEmail = (name: string) =>
  `${name.toLowerCase().replace(/\W+/g, '.')}.${randomBytes(4).toString('hex')}@example.org`

/**
 * Signs up a new person with the demo's password and PIN, lets the client admin add them to zones (name to role), and enters each
 * zone once. People of their own keep journeys independent of each other. Journeys call this through the `enrol` fixture.
 */
export async function enrolPerson(
  muster: Muster,
  name: string,
  zones: Readonly<Record<string, CodeAssignableRole>> = {},
): Promise<Account> {
  const [firstName = '', ...rest] = name.split(' ')
  const email = freshEmail(name)
  const form = { firstName, lastName: rest.join(' '), email, password, pin }
  const { session } = (await muster.call('POST', '/auth/sign-up', {
    body: { ...form, phone: '+91 11 5550 0199', dateOfBirth: '1992-03-04', consentVersion },
  })) as { session: Session }
  const { profile } = (await muster.call('GET', '/auth/me', { token: session.token })) as {
    profile: { id: string; userCode: string }
  }
  const account: Account = { email, password, name, userId: profile.id, userCode: profile.userCode }
  const [enteredZone, ...otherZones] = Object.keys(zones)
  for (const [zone, role] of Object.entries(zones)) {
    const { token, ids } = await readClientSession(muster)
    const body = { userCode: account.userCode, role }
    await muster.call('POST', `/zones/${findId(ids, zone)}/users`, { token, body })
    // Entering accepts the invitation, so that the person counts as an established member.
    await muster.call('POST', `/zones/${findId(ids, zone)}/enter`, { token: session.token, body: { pin } })
  }
  // The first device that works in that zone continues this session, which saves signing in and entering again.
  if (enteredZone && otherZones.length === 0) {
    const zoneId = await findZoneId(muster, enteredZone)
    return { ...account, enrolledSession: { session, zone: enteredZone, zoneId } }
  }
  // Only the journey's own devices stay signed in.
  await muster.call('POST', '/auth/sign-out', { token: session.token, body: {} })
  return account
}

const usedSessions = new WeakSet<Session>()

/**
 * Returns a session for a device of this person, and what the browser stores about the zone in which they work. The session of the
 * enrolment is used once, or ended if the device does not work in the same zone.
 */
export async function startSession(muster: Muster, account: Credentials | Account, inZone?: string) {
  const enrolled = 'enrolledSession' in account ? account.enrolledSession : undefined
  if (enrolled && !usedSessions.has(enrolled.session)) {
    const { session, zone, zoneId } = enrolled
    usedSessions.add(session)
    if (zone === inZone)
      return { session, chosenZone: { name: toZoneKey((account as Account).userId), value: zoneId } }
    await muster.call('POST', '/auth/sign-out', { token: session.token, body: {} })
  }
  const session = await muster.signIn(account)
  return { session, chosenZone: inZone && (await enterZoneAs(muster, session, inZone)) }
}

const toZoneKey = (userId: string) => `muster.zone.${userId}`

/** Enters a zone with the PIN and returns what the browser stores about the current zone. */
export async function enterZoneAs(muster: Muster, { token }: Session, zone: string) {
  const zoneId = await findZoneId(muster, zone)
  await muster.call('POST', `/zones/${zoneId}/enter`, { token, body: { pin } })
  const { profile } = (await muster.call('GET', '/auth/me', { token })) as { profile: { id: string } }
  return { name: toZoneKey(profile.id), value: zoneId }
}

/** Checks the position of a person in a zone, so that they count as inside for journeys that are not about checking. */
export async function checkPositionAs(
  muster: Muster,
  account: Credentials,
  zone: string,
  { latitude: lat, longitude: lng }: { latitude: number; longitude: number },
): Promise<void> {
  const session = await muster.signIn(account)
  const { value: zoneId } = await enterZoneAs(muster, session, zone)
  const capturedAt = new Date().toISOString()
  const body = { id: randomUUID(), lat, lng, accuracyMeters: 5, capturedAt }
  await muster.call('POST', `/zones/${zoneId}/check`, { token: session.token, body })
}

/** Creates a group of a zone with these people, and returns it with a session of its manager. */
export async function createGroup(
  muster: Muster,
  zone: string,
  manager: Credentials,
  name: string,
  people: readonly Account[] = [],
) {
  const session = await muster.signIn(manager)
  const { value: zoneId } = await enterZoneAs(muster, session, zone)
  const body = { requestId: randomUUID(), name, members: people.map(it => it.userId) }
  const { group } = (await muster.call('POST', `/zones/${zoneId}/groups`, {
    token: session.token,
    body,
  })) as { group: { id: string } }
  return { token: session.token, zoneId, groupId: group.id }
}

/** Returns the id of a demo zone by its name. */
export async function findZoneId(muster: Muster, name: string): Promise<string> {
  return findId((await readClientSession(muster)).ids, name)
}

type ClientSession = { token: string; ids: ReadonlyMap<string, string> }
const sessionsByMuster = new WeakMap<Muster, Promise<ClientSession>>()

/**
 * Signs in as the client admin, who is a member of all demo zones, once per server. Returns the session token and the ids of these
 * zones by name.
 */
function readClientSession(muster: Muster): Promise<ClientSession> {
  const existing = sessionsByMuster.get(muster)
  if (existing) return existing
  const newSession = signInClient(muster)
  sessionsByMuster.set(muster, newSession)
  return newSession
}

async function signInClient(muster: Muster): Promise<ClientSession> {
  const { token } = await muster.signIn({ email: toEmail('client'), password })
  const { zones } = (await muster.call('GET', '/zones/mine', { token })) as {
    zones: { id: string; name: string }[]
  }
  return { token, ids: new Map(zones.map(({ id, name }) => [name, id])) }
}

function findId(ids: ReadonlyMap<string, string>, zone: string): string {
  const id = ids.get(zone)
  if (!id) throw new Error(`The demo has no active zone ${zone}`)
  return id
}
