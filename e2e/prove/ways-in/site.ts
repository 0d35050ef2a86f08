import { type Account, addMembers, createAccounts, type RunSql } from '../rollcall/accounts.ts'
import { CAPTAIN_NAME, HOSTS, type Person, toHostName } from './people.ts'

/** A server with what stands at its doors. */
export type Server = {
  /** Calls a procedure, as an account or as nobody. */
  call(account: Account | undefined, name: string, input: object): Promise<unknown>
  /** Sends something to a door for devices, and returns its response. */
  post(path: string, headers: Record<string, string>, body: object): Promise<unknown>
  readonly sql: RunSql
  /** Runs a job of the clock now. */
  runJob(name: 'visitors-day-end' | 'emergency-rolls' | 'expired-rows'): Promise<void>
}

/** The zone with its doors and the people who have accounts. */
export type Site = Server & {
  readonly zoneId: string
  readonly captain: Account
  readonly admin: Account
  readonly hosts: readonly Account[]
  readonly accounts: ReadonlyMap<Person, Account>
  readonly trackerTokens: ReadonlyMap<Person, string>
  readonly badgeKey: string
  readonly kioskToken: string
  readonly posterToken: string
  /** Today in the zone, as YYYY-MM-DD. */
  readonly today: string
  /** When people began to come in, in milliseconds since 1970. Readings are dated before it. */
  readonly startedAt: number
}

/** The zone, of some 200 m, and places in and far from it. */
export const places = {
  inside: { lat: 28.601, lng: 77.201 },
  outside: { lat: 28.62, lng: 77.22 },
  gate: { lat: 28.604, lng: 77.201 },
}
export const GATE_NAME = 'Gate 1'
/** Who says that they saw visitors leave who are signed out. */
export const LEFT_SEEN_BY = 'The gate'
export const GUEST_PHONE = '+911155500199'

/** Creates the zone, the accounts, the location apps, the badges, a kiosk and a poster. */
export async function createSite(server: Server, people: readonly Person[]): Promise<Site> {
  const { sql, call } = server
  const [zone] = await sql(
    `insert into zones (name, boundary, start_lat, start_lng, end_lat, end_lng)
     values ('Long Quay', 'rectangle', 28.6, 77.2, 28.602, 77.202)
     returning id, local_day(now(), zone_time_zone(id, 'UTC'))::text as today`,
  )
  const zoneId = String(zone?.id)
  const members = people.filter(it => it.hasAccount)
  const memberNames = members.map(it => it.name)
  const memberAccounts = await createAccounts(sql, memberNames, 'app_user')
  const hosts = await createAccounts(
    sql,
    Array.from({ length: HOSTS }, (_, n) => toHostName(n)),
    'app_user',
  )
  const [captain] = await createAccounts(sql, [CAPTAIN_NAME], 'app_user')
  const [admin] = await createAccounts(sql, ['Admin Prove'], 'super_admin')
  if (!captain || !admin) throw new Error('The accounts were not created')
  await addMembers(sql, zoneId, [...memberAccounts, ...hosts], 'app_user')
  await addMembers(sql, zoneId, [captain], 'zone_manager_rw')
  const accounts = new Map(
    members.flatMap((it, n) => (memberAccounts[n] ? [[it, memberAccounts[n]] as const] : [])),
  )

  await call(captain, 'emergencies.setPoints', {
    zoneId,
    points: [{ name: GATE_NAME, ...places.gate, radiusMeters: 40 }],
  })
  const key = await call(captain, 'badges.createKey', { zoneId, name: 'Gate 2', requestId: createId() })
  await assignBadges(server, { zoneId, captain, accounts }, people)
  const trackerTokens = new Map<Person, string>()
  for (const person of people.filter(it => it.way === 'tracker')) {
    const form = { name: 'Phone', app: person.app, requestId: createId() }
    const answer = await call(accounts.get(person), 'trackers.create', form)
    trackerTokens.set(person, (answer as { token: string }).token)
  }
  // A tablet exchanges the code that a manager reads out.
  const { code } = (await call(captain, 'visitors.openKiosk', { zoneId, name: 'Lobby' })) as { code: string }
  const kiosk = (await call(undefined, 'visitors.startKiosk', { code })) as { token: string }
  const poster = (await call(captain, 'visitors.renewPoster', { zoneId })) as { token: string }
  return {
    ...server,
    ...{ zoneId, captain, admin, hosts, accounts, trackerTokens },
    badgeKey: (key as { key: string }).key,
    kioskToken: kiosk.token,
    posterToken: poster.token,
    today: String(zone?.today),
    startedAt: Date.now(),
  }
}

/** Assigns the badges of members and of people without an account. Those of unknown people stay unassigned. */
async function assignBadges(
  { call }: Server,
  { zoneId, captain, accounts }: Pick<Site, 'zoneId' | 'captain' | 'accounts'>,
  people: readonly Person[],
): Promise<void> {
  const badges = people.flatMap(person => {
    if (person.holder === 'unknown') return []
    const { name, company } = person
    const userId = accounts.get(person)?.id
    return person.badges.map(number =>
      userId ? { number, userId } : { number, name, company, phone: GUEST_PHONE },
    )
  })
  const AT_ONCE = 500
  for (let start = 0; start < badges.length; start += AT_ONCE)
    await call(captain, 'badges.assign', { zoneId, badges: badges.slice(start, start + AT_ONCE) })
}

export const createId = () => crypto.randomUUID()

/** Reads all pages of a list. */
export async function readAll<Row>(
  { call }: Server,
  account: Account,
  name: string,
  input: object,
): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const page = (await call(account, name, { ...input, cursor, limit: 200 })) as {
      rows: Row[]
      next: string | null
    }
    rows.push(...page.rows)
    cursor = page.next ?? undefined
  } while (cursor)
  return rows
}
