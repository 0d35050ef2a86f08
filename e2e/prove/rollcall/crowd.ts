import type { Simulation } from './simulation.ts'

export type RunSql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/** Somebody who may sign in, with the token of their session. */
export type Account = { readonly id: string; readonly token: string }

export type Crowd = {
  readonly zoneId: string
  readonly otherZoneId: string
  readonly admin: Account
  readonly captains: readonly Account[]
  /** The accounts of the simulated people by index; those added by hand have none. */
  readonly accounts: readonly Account[]
}

/** The assembly points, some 150 m and more from the zone and from each other. */
export const assemblyPoints = [
  { name: 'Gate 1', lat: 28.604, lng: 77.201, radiusMeters: 40 },
  { name: 'Gate 2', lat: 28.6065, lng: 77.201, radiusMeters: 40 },
  { name: 'Gate 3', lat: 28.604, lng: 77.205, radiusMeters: 40 },
]
/** A place inside the zone. */
export const insideZone = { lat: 28.601, lng: 77.201 }

/**
 * Fills the database with a zone, its captains, and the simulated people: those who are inside, seen a moment ago, and those who come
 * in later. Everybody has entered with the PIN.
 */
export async function createCrowd(sql: RunSql, simulation: Simulation, captains: number): Promise<Crowd> {
  const zones = await sql(
    `insert into zones (name, boundary, start_lat, start_lng, end_lat, end_lng)
     values ('Long Quay', 'rectangle', 28.6, 77.2, 28.602, 77.202), ('Far Quay', 'rectangle', 28.7, 77.2, 28.702, 77.202)
     returning id`,
  )
  const [zoneId = '', otherZoneId = ''] = zones.map(it => String(it.id))
  const withAccount = simulation.people.filter(it => it.origin !== 'by hand')
  const createAccounts = async (names: readonly string[], role: string) => {
    const rows = await sql(
      `insert into auth.users (name, email, sign_up)
       select split_part(name, ' ', 2), replace(lower(name), ' ', '-') || '@prove.example',
         jsonb_build_object('firstName', split_part(name, ' ', 1), 'lastName', split_part(name, ' ', 2), 'phone', '+911155500100',
           'role', $2::text, 'userCode', upper(replace(name, ' ', '-')))
       from unnest($1::text[]) with ordinality as its (name, n) order by n returning id, email`,
      [names, role],
    )
    const idsByEmail = new Map(rows.map(it => [it.email, String(it.id)]))
    // Each person's token is their id; the database only stores hashes.
    return names.map(name => {
      const id = idsByEmail.get(`${name.toLowerCase().replace(' ', '-')}@prove.example`) ?? ''
      return { id, token: id }
    })
  }
  const accounts = await createAccounts(
    withAccount.map(it => it.name),
    'app_user',
  )
  const captainAccounts = await createAccounts(
    Array.from({ length: captains }, (_, n) => `Captain ${n}`),
    'app_user',
  )
  const [admin] = await createAccounts(['Admin Prove'], 'super_admin')
  if (!admin) throw new Error('The administrator was not created')
  const everybody = [...accounts, ...captainAccounts, admin].map(it => it.id)
  await sql(
    `insert into consents (user_id, decision, text_version, retention_days, asked_at)
     select id, 'given', 1, 90, 'sign_up' from unnest($1::uuid[]) as its (id) on conflict do nothing`,
    [everybody],
  )
  await sql(
    `insert into auth.sessions (token, user_id, expires_at)
     select encode(sha256(convert_to(id::text, 'utf8')), 'hex'), id, now() + interval '1 day' from unnest($1::uuid[]) as its (id)`,
    [everybody],
  )
  for (const [role, them] of [
    ['app_user', accounts],
    ['zone_manager_rw', captainAccounts],
  ] as const)
    await sql(
      `insert into zone_assignments (user_id, zone_id, role) select id, $2, $3 from unnest($1::uuid[]) as its (id)`,
      [them.map(it => it.id), zoneId, role],
    )
  await sql(
    `insert into zone_entries (session_id, zone_id, user_id, expires_at)
     select s.id, a.zone_id, a.user_id, now() + interval '1 day' from auth.sessions s join zone_assignments a on a.user_id = s.user_id
     where a.zone_id = $1`,
    [zoneId],
  )
  const insideIds = accounts.filter((_, n) => withAccount[n]?.origin === 'inside').map(it => it.id)
  await sql(
    `update presence_tracking set is_inside_zone = true, entry_time = now() - interval '2 hours', latitude = $3, longitude = $4,
       captured_at = now() - interval '1 hour', accuracy_meters = 5, tracking_source = 'device', received_at = now()
     where user_id = any($1::uuid[]) and zone_id = $2`,
    [insideIds, zoneId, insideZone.lat, insideZone.lng],
  )
  return { zoneId, otherZoneId, admin, captains: captainAccounts, accounts }
}
