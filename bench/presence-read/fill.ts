import type pg from 'pg'

export type FilledZone = { readonly zoneId: string; readonly members: number; readonly managers: string[] }

/** Managers per zone, who call in rotation so that no rate limit applies. */
const MANAGERS = 20

/**
 * Creates a zone of each size with a tenth of its members inside. The zones share `history` readings over thirty days and a tenth
 * as many visits, in proportion to their members. Runs as SQL in PostgreSQL, without the triggers on members and presence, because
 * they would announce every row.
 */
export async function fillZones(
  client: pg.Client,
  sizes: readonly number[],
  history: number,
): Promise<FilledZone[]> {
  const zones: FilledZone[] = []
  const total = sizes.reduce((sum, it) => sum + it, 0)
  const zoneIds: string[] = []
  for (const n of sizes.keys()) zoneIds.push(await addZone(client, n))
  await client.query('set session_replication_role = replica; set synchronous_commit = off')
  for (const [n, memberCount] of sizes.entries()) {
    const zoneId = zoneIds[n] ?? ''
    await addMembers(client, zoneId, n, memberCount)
    const share = Math.round((history * memberCount) / total)
    for (let from = 0; from < share; from += 500_000)
      await addReadings(client, zoneId, Math.min(500_000, share - from))
    await addVisits(client, zoneId, Math.round(share / 10))
    const { rows } = await client.query<{ user_id: string }>(
      `select user_id from zone_assignments where zone_id = $1 and role = 'zone_manager_rw'`,
      [zoneId],
    )
    zones.push({ zoneId, members: memberCount, managers: rows.map(it => it.user_id) })
  }
  await client.query('set session_replication_role = default; set synchronous_commit = on')
  await client.query('vacuum (analyze)')
  return zones
}

async function addZone(client: pg.Client, n: number): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into zones (name, boundary, start_lat, start_lng, end_lat, end_lng)
     values ($1, 'rectangle', 28.6, 77.2, 28.602, 77.202) returning id`,
    [`Zone ${n}`],
  )
  return rows[0]?.id ?? ''
}

/**
 * Adds members with names from a list of a thousand, so that one in a thousand members has a given name. Only managers get a
 * session, whose token is their id.
 */
async function addMembers(client: pg.Client, zoneId: string, n: number, members: number): Promise<void> {
  await client.query(
    `with people as materialized (
       select gen_random_uuid() as id, i, 'First' || i % 100 as first, 'Last' || i / 100 % 10 as last,
         'member-' || $2 || '-' || i || '@bench.example' as email, i <= ${MANAGERS} as manages
       from generate_series(1, $3::int) i
     ), accounts as (
       insert into auth.users (id, name, email, sign_up)
       select id, first || ' ' || last, email, '{}' from people
     ), profiles as (
       insert into user_profiles (id, email, first_name, last_name, user_code, role)
       select id, email, first, last, 'BENCH-' || $2 || '-' || i, case when manages then 'zone_manager_rw' else 'app_user' end
       from people
     ), agreed as (
       insert into consents (user_id, decision, text_version, retention_days, asked_at)
       select id, 'given', 1, 90, 'sign_up' from people
     ), sessions as (
       insert into auth.sessions (token, user_id, expires_at)
       select encode(sha256(convert_to(id::text, 'utf8')), 'hex'), id, now() + interval '1 day' from people where manages
     ), assigned as (
       insert into zone_assignments (user_id, zone_id, role, assigned_at)
       select id, $1, case when manages then 'zone_manager_rw' else 'app_user' end, now() - i * interval '1 second' from people
     )
     insert into presence_tracking (user_id, zone_id, is_inside_zone, latitude, longitude, accuracy_meters, tracking_source,
       entry_time, exit_time, captured_at, received_at, consent)
     select id, $1, i % 10 = 0, 28.601, 77.201, 5, 'device', now() - interval '1 hour', now() - interval '2 hours', now(), now(), 'given'
     from people`,
    [zoneId, String(n), members],
  )
  await client.query(
    `insert into zone_entries (session_id, zone_id, user_id, expires_at)
     select s.id, $1, s.user_id, now() + interval '1 day'
     from auth.sessions s join zone_assignments a on a.user_id = s.user_id where a.zone_id = $1`,
    [zoneId],
  )
}

const peopleSql = `people as materialized (
  select array_agg(user_id) as ids, count(*) as many from zone_assignments where zone_id = $1)`

async function addReadings(client: pg.Client, zoneId: string, rows: number): Promise<void> {
  await client.query(
    `with ${peopleSql}
     insert into position_checks (id, zone_id, user_id, latitude, longitude, accuracy_meters, source, captured_at, received_at,
       inside, certain, distance_to_center_m, distance_to_edge_m, change)
     select uuid_v7(), $1, ids[1 + i % many], 28.601, 77.201, 5, 'device', at, at, true, true, 10, 90, 'none'
     from people, generate_series(1, $2::int) i, lateral (select now() - i % 2592000 * interval '1 second' as at) moment`,
    [zoneId, rows],
  )
}

async function addVisits(client: pg.Client, zoneId: string, rows: number): Promise<void> {
  await client.query(
    `with ${peopleSql}
     insert into presence_history (id, zone_id, user_id, entry_time, exit_time, duration_minutes, tracking_source)
     select uuid_v7(), $1, ids[1 + i % many], at, at + interval '30 minutes', 30, 'device'
     from people, generate_series(1, $2::int) i, lateral (select now() - interval '1 hour' - i % 2592000 * interval '1 second' as at) moment`,
    [zoneId, rows],
  )
}
