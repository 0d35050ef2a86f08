import type { Tx } from '../../db/database.ts'
import type { createOncePer } from '../../lib/once-per.ts'
import type { ActorZone, InTransaction, SignedInActor } from '../../rpc/context.ts'
import { appendSecurityEvents } from '../security/index.ts'
import type { ZonePersonRow } from './users.queries.ts'

/** What somebody is given of the data of others: of the people of the zone or, with `of`, of one of them. */
type Look = {
  readonly type: 'data_access' | 'location_access'
  readonly accessType: 'zone_users' | 'user_details'
  readonly of: string | null
}
type Row = Pick<ZonePersonRow, 'user_id' | 'latitude'>

const described = {
  data_access: { zone_users: 'Read the members of a zone.', user_details: 'Read the details of a member.' },
  location_access: {
    zone_users: 'Looked at where the members of a zone were last seen.',
    user_details: 'Looked at where a member was last seen.',
  },
} as const

/** The looks that a page of the list is: at the others' data, and at where they were last seen where it says so. */
export function looksAtList(rows: readonly Row[], { userId }: SignedInActor): Look[] {
  const others = rows.filter(row => row.user_id !== userId)
  const look = { accessType: 'zone_users', of: null } as const
  return [
    ...(others.length > 0 ? [{ ...look, type: 'data_access' } as const] : []),
    ...(others.some(row => row.latitude !== null) ? [{ ...look, type: 'location_access' } as const] : []),
  ]
}

/** The looks at one other person's details, and at where they were last seen if that is known. */
export function looksAtPerson({ user_id, latitude }: Row, { userId }: SignedInActor): Look[] {
  if (user_id === userId) return []
  const look = { accessType: 'user_details', of: user_id } as const
  return [
    { ...look, type: 'data_access' },
    ...(latitude === null ? [] : [{ ...look, type: 'location_access' } as const]),
  ]
}

type By = {
  readonly actor: SignedInActor
  readonly zone: Pick<ActorZone, 'id'>
  readonly looks: ReturnType<typeof createOncePer>
  readonly afterCommit: InTransaction['afterCommit']
}

/** Notes in the security log what of it is new: who keeps looking, page after page, looks once. */
export async function noteLook(
  tx: Tx,
  { actor, zone, looks, afterCommit }: By,
  seen: readonly Look[],
): Promise<void> {
  const keyOf = ({ type, accessType, of }: Look) => [type, accessType, of, actor.sessionId, zone.id].join(' ')
  const fresh = seen.filter(look => looks.isNew(keyOf(look)))
  if (fresh.length === 0) return
  await appendSecurityEvents(
    tx,
    fresh.map(({ type, accessType, of }) => ({
      type,
      description: described[type][accessType],
      actorId: actor.userId,
      affectedUserId: of,
      severity: 'info',
      metadata: { accessType, zoneId: zone.id },
    })),
  )
  for (const look of fresh) afterCommit(() => looks.remember(keyOf(look)))
}

/** Notes in the security log that somebody reads who the people of all their zones are. */
export async function noteTeamLook(tx: Tx, { actor, looks, afterCommit }: Omit<By, 'zone'>): Promise<void> {
  const key = `team ${actor.sessionId}`
  if (!looks.isNew(key)) return
  await appendSecurityEvents(tx, [
    {
      type: 'data_access',
      description: 'Read the members of their zones.',
      actorId: actor.userId,
      affectedUserId: null,
      severity: 'info',
      metadata: { accessType: 'users_of_my_zones' },
    },
  ])
  afterCommit(() => looks.remember(key))
}
