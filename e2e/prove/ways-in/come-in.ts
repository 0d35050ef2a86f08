import { type Person, type Reading, toHostName, type VisitStep } from './people.ts'
import { sendBadgeEvents } from './send-badges.ts'
import { createId, GUEST_PHONE, LEFT_SEEN_BY, places, type Site } from './site.ts'

/** The visits of people without an account, and the tokens of those who have the poster's page on their phone. */
export type Visits = {
  readonly ids: Map<Person, string>
  readonly tokens: Map<Person, string>
}

/** How many people act at the same time. */
const AT_ONCE = 6
const MINUTE_MS = 60_000

export type Tally = { readings: number; badgeEvents: number; badgeRepeats: number; visits: number }

/** Lets everybody come in, and some leave again, by the real doors. `badgeEvents` is the number of badge events in total. */
export async function comeIn(site: Site, people: readonly Person[], badgeEvents: number) {
  const visits: Visits = { ids: new Map(), tokens: new Map() }
  const tally: Tally = { readings: 0, badgeEvents: 0, badgeRepeats: 0, visits: 0 }
  const events = people.flatMap(person => toBadgeEvents(site, person, person.readings))
  const { sentEvents, repeats } = await sendBadgeEvents(site, people, events, badgeEvents)
  Object.assign(tally, { badgeEvents: sentEvents.length, badgeRepeats: repeats })
  await forEach(people, async person => {
    const readings = await sendReadings(site, person, person.readings)
    tally.readings += readings
    for (const step of person.visit ?? []) await visit(site, visits, person, step)
    if (person.visit) tally.visits++
  })
  const overnight = people.filter(it => it.visit?.includes('dayOver')).map(it => it.name)
  await site.sql(
    `update visitor_visits set signed_in_at = signed_in_at - interval '2 days' where zone_id = $1 and name = any($2::text[])`,
    [site.zoneId, overnight],
  )
  await site.runJob('visitors-day-end')
  return { visits, tally, sentEvents }
}

/** Lets people come in and leave after the declaration. */
export async function comeLater(site: Site, people: readonly Person[], visits: Visits): Promise<void> {
  const events = people.flatMap(person => toBadgeEvents(site, person, person.later?.readings))
  if (events.length > 0) await sendBadgeEvents(site, people, events, events.length)
  await forEach(people, async person => {
    await sendReadings(site, person, person.later?.readings)
    for (const step of person.later?.visit ?? []) await visit(site, visits, person, step)
  })
}

/** Runs `work` for each person, a few at a time. */
export async function forEach(
  people: Iterable<Person>,
  work: (person: Person) => Promise<void>,
): Promise<void> {
  const waiting = [...people]
  const next = async () => {
    for (let person = waiting.shift(); person; person = waiting.shift()) await work(person)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}

const toTime = ({ startedAt }: Site, minutes: number) =>
  minutes === 0 ? Date.now() : startedAt - minutes * MINUTE_MS

function toBadgeEvents(site: Site, person: Person, readings: readonly Reading[] = []) {
  return readings.flatMap(it => {
    const badge = 'badge' in it && (it.second ? person.badges[1] : person.badges[0])
    return badge ? [{ badge, direction: it.badge, at: toTime(site, it.minutes) }] : []
  })
}

async function sendReadings(site: Site, person: Person, readings: readonly Reading[] = []): Promise<number> {
  const positions = readings.flatMap(it =>
    'at' in it ? [{ ...places[it.at], accuracy: it.accuracy ?? 5, at: toTime(site, it.minutes) }] : [],
  )
  if (positions.length > 0) await sendPositions(site, person, positions)
  return positions.length
}

type Position = { lat: number; lng: number; accuracy: number; at: number }

/** Sends positions as the person's app does: a check for each, a message for each, or all in one batch. */
export async function sendPositions(
  { call, post, accounts, trackerTokens, zoneId }: Site,
  person: Person,
  positions: readonly Position[],
): Promise<void> {
  const token = trackerTokens.get(person)
  if (token && person.app === 'overland') {
    const locations = positions.map(({ lat, lng, accuracy, at }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lng, lat] },
      properties: { timestamp: new Date(at).toISOString(), horizontal_accuracy: accuracy },
    }))
    await post('/ingest/overland', { authorization: `Bearer ${token}` }, { locations })
    return
  }
  for (const { lat, lng, accuracy, at } of positions) {
    if (token && person.app === 'owntracks')
      await post(
        '/ingest/owntracks',
        { authorization: `Basic ${Buffer.from(`any:${token}`).toString('base64')}` },
        { _type: 'location', lat, lon: lng, acc: accuracy, tst: Math.floor(at / 1_000) },
      )
    else if (token) {
      const coords = { latitude: lat, longitude: lng, accuracy }
      const location = { timestamp: new Date(at).toISOString(), coords }
      await post('/ingest/osmand', {}, { device_id: token, location })
    } else
      await call(accounts.get(person), 'presence.checkUserInZone', {
        ...{ zoneId, id: createId(), lat, lng, accuracyMeters: accuracy },
        capturedAt: new Date(at).toISOString(),
      })
  }
}

async function visit(site: Site, visits: Visits, person: Person, step: VisitStep): Promise<void> {
  switch (step) {
    case 'announce':
      return announce(site, visits, person)
    case 'signIn':
      return signIn(site, visits, person, 1)
    case 'signInTwice':
      return signIn(site, visits, person, 2)
    case 'signOut':
      return signOut(site, visits, person)
    case 'dayOver':
  }
}

async function announce(
  { call, hosts, zoneId, today }: Site,
  { ids }: Visits,
  person: Person,
): Promise<void> {
  const { name, company, host } = person
  const form = { zoneId, name, company, phone: GUEST_PHONE, expectedOn: today, requestId: createId() }
  const { visitId } = (await call(hosts[host], 'visitors.invite', form)) as { visitId: string }
  ids.set(person, visitId)
}

async function signIn(site: Site, visits: Visits, person: Person, times: number): Promise<void> {
  const { call, zoneId, hosts, captain } = site
  const requestId = createId()
  if (person.way === 'host') await announce(site, visits, person)
  for (let n = 0; n < times; n++)
    if (person.way === 'kiosk' || person.hasKiosk) await signInAtDoor(site, visits, person, requestId)
    else if (person.way === 'host')
      await call(hosts[person.host], 'visitors.receive', { zoneId, visitId: visits.ids.get(person) })
    else {
      const { name, company } = person
      const host = isHostTyped(person)
        ? { hostId: null, hostName: TYPED_HOST }
        : { hostId: hosts[person.host]?.id }
      const form = { zoneId, name, company, phone: GUEST_PHONE, ...host, requestId }
      const { visitId } = (await call(captain, 'visitors.add', form)) as { visitId: string }
      visits.ids.set(person, visitId)
    }
}

const TYPED_HOST = 'Front Desk'
/** A manager types the name of somebody who has no account. */
const isHostTyped = ({ way, index }: Person) => way === 'hand' && index % 2 === 1
export const findHostName = (person: Person) => (isHostTyped(person) ? TYPED_HOST : toHostName(person.host))

/** Signs in at the kiosk or by the poster, as the pages do: reads the place, finds the host or the announced visit, and signs in. */
async function signInAtDoor(site: Site, visits: Visits, person: Person, requestId: string): Promise<void> {
  const { call, kioskToken, posterToken } = site
  const door = person.hasPoster
    ? { door: 'poster', token: posterToken }
    : { door: 'kiosk', token: kioskToken }
  const { name, company } = person
  const place = (await call(undefined, 'visitors.place', door)) as { noticeVersion: number }
  const { expected: announcedVisit } = (await call(undefined, 'visitors.expected', { ...door, name })) as {
    expected: { hostName: string } | null
  }
  const search = toHostName(person.host)
  const { hosts } = (await call(undefined, 'visitors.hosts', { ...door, search })) as {
    hosts: { id: string }[]
  }
  const { visitToken } = (await call(undefined, 'visitors.signIn', {
    ...{ ...door, name, company, phone: GUEST_PHONE, requestId, noticeVersion: place.noticeVersion },
    hostId: announcedVisit ? null : hosts[0]?.id,
    isExpected: announcedVisit !== null,
  })) as { visitToken: string | null }
  if (visitToken) visits.tokens.set(person, visitToken)
}

async function signOut(site: Site, { ids, tokens }: Visits, person: Person): Promise<void> {
  const { call, kioskToken: token, zoneId, captain, hosts } = site
  const ownToken = tokens.get(person)
  if (ownToken) await call(undefined, 'visitors.ownLeave', { token: ownToken })
  else if (person.way === 'kiosk') {
    const { visitors } = (await call(undefined, 'visitors.present', { token, search: person.name })) as {
      visitors: { id: string }[]
    }
    const visitId = visitors[0]?.id
    const leave = () => call(undefined, 'visitors.leave', { token, visitId })
    const place = await call(undefined, 'visitors.place', { door: 'kiosk', token })
    if ((place as { emergencies: unknown[] }).emergencies.length === 0) {
      await leave()
      return
    }
    // Nobody signs out at a kiosk during an emergency, so a manager does it.
    const refusal = await leave().then(() => 'none', String)
    if (!refusal.includes('SIGN_OUT_IN_EMERGENCY'))
      throw new Error(`The kiosk must not sign out during an emergency; refusal: ${refusal}`)
    await call(captain, 'visitors.signOut', { zoneId, visitId, seenBy: LEFT_SEEN_BY })
  } else {
    const host = person.way === 'host' ? hosts[person.host] : captain
    await call(host, 'visitors.signOut', { zoneId, visitId: ids.get(person), seenBy: LEFT_SEEN_BY })
  }
}
