import type { Tx } from '../../db/database.ts'
import { manyValues } from '../../db/rows.ts'
import { createRecentKeys } from '../../lib/once-per.ts'
import type { InTransaction, SignedInActor } from '../../rpc/context.ts'
import { audit } from '../security/index.ts'

/** Milliseconds for which the repeated readings of one emergency by one session or link are one view. */
const viewWindowMs = 60 * 60_000
/** The same for the list that the phone of a captain renews every minute, all day. */
const listWindowMs = 24 * 60 * 60_000

const recentViews = createRecentKeys(viewWindowMs)
const recentLists = createRecentKeys(listWindowMs)

/** Lists the zones of the people on a roll; those that the actor sees, unless the transaction is the owner's. */
const listZonesOnRoll = (tx: Tx, emergencyId: string) =>
  manyValues(tx)<string>`
    select distinct zone_id from emergency_people where emergency_id = ${emergencyId} and zone_id is not null`

type Reader = Pick<InTransaction, 'tx' | 'afterCommit'> & { readonly actor: SignedInActor }

/** Logs that the actor read the roll of an emergency, with where its people were last seen, once an hour. */
export async function noteBoardView({ tx, afterCommit, actor }: Reader, emergencyId: string): Promise<void> {
  const key = `${actor.sessionId} ${emergencyId}`
  if (!recentViews.isNew(key)) return
  const zoneIds = await listZonesOnRoll(tx, emergencyId)
  if (zoneIds.length === 0) return
  // One row for everybody on the roll in these zones: they find the view by their place on it.
  await audit(tx, 'location_access:emergency', {
    actorId: actor.userId,
    accessType: 'emergency_board',
    emergencyId,
    zoneIds,
  })
  afterCommit(() => recentViews.remember(key))
}

type ReadEmergency = {
  readonly id: string
  readonly zones: readonly { readonly id: string }[]
  readonly people: readonly unknown[]
}

/** Logs that a captain reads the people of their zones in open emergencies, once an hour each. */
export async function noteCaptainViews(
  { tx, afterCommit, actor }: Reader,
  emergencies: readonly ReadEmergency[],
): Promise<void> {
  const toKey = ({ id }: ReadEmergency) => `${actor.sessionId} captain ${id}`
  const newViews = emergencies.filter(it => it.people.length > 0 && recentViews.isNew(toKey(it)))
  if (newViews.length === 0) return
  await audit(
    tx,
    'location_access:emergency',
    ...newViews.map(({ id, zones }) => ({
      actorId: actor.userId,
      accessType: 'emergency_captain',
      emergencyId: id,
      zoneIds: zones.map(it => it.id),
    })),
  )
  for (const it of newViews) afterCommit(() => recentViews.remember(toKey(it)))
}

/** Logs that the phone of a captain has the list of who is inside, once a day for each zone with somebody inside. */
export async function noteCaptainList(
  { tx, afterCommit, actor }: Reader,
  people: readonly { readonly zoneId: string }[],
): Promise<void> {
  const toKey = (zoneId: string) => `${actor.sessionId} ${zoneId}`
  const zoneIds = [...new Set(people.map(it => it.zoneId))].filter(it => recentLists.isNew(toKey(it)))
  if (zoneIds.length === 0) return
  await audit(
    tx,
    'location_access:captain_list',
    ...zoneIds.map(zoneId => ({ actorId: actor.userId, accessType: 'captain_list', zoneId })),
  )
  for (const it of zoneIds) afterCommit(() => recentLists.remember(toKey(it)))
}

type Link = { readonly id: string; readonly emergency_id: string }
type RunAs = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Logs that responders read the roll by a link, once an hour. They have no account, so the owner writes it; the zones are those that the
 * maker of the link sees.
 */
export async function noteRespondersView(link: Link, asMaker: RunAs, asOwner: RunAs): Promise<void> {
  if (!recentViews.isNew(link.id)) return
  const zoneIds = await asMaker(tx => listZonesOnRoll(tx, link.emergency_id))
  if (zoneIds.length === 0) return
  await asOwner(tx =>
    audit(tx, 'location_access:emergency', {
      actorId: null,
      accessType: 'emergency_responders',
      emergencyId: link.emergency_id,
      zoneIds,
    }),
  )
  recentViews.remember(link.id)
}
