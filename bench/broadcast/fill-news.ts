import type pg from 'pg'

export type NewsZone = {
  readonly rows: number
  readonly zoneId: string
  readonly managers: readonly string[]
}

/** Managers per zone, who call in rotation so that no rate limit applies. */
const MANAGERS = 20

/**
 * Creates, for each size, a zone with that many hazards and broadcasts over a year, and managers whose tokens are their ids. One
 * entry in a thousand contains a given pair of words; one word is common to all.
 */
export async function fillNews(client: pg.Client, sizes: readonly number[]): Promise<NewsZone[]> {
  const news: NewsZone[] = []
  for (const rows of sizes) {
    const zone = await client.query<{ id: string }>(
      `insert into zones (name, boundary, start_lat, start_lng, end_lat, end_lng)
       values ($1, 'rectangle', 19.0, 72.8, 19.002, 72.802) returning id`,
      [`Yard of ${rows}`],
    )
    const zoneId = zone.rows[0]?.id ?? ''
    const people = await client.query<{ id: string }>(
      `with accounts as (
         insert into auth.users (name, email, sign_up)
         select 'Manager ' || n, 'manager' || n || '-' || $1 || '@bench.example',
           jsonb_build_object('firstName', 'Manager', 'lastName', n::text, 'userCode', 'NEWS-' || $1 || '-' || n)
         from generate_series(1, $2) n returning id)
       insert into auth.sessions (token, user_id, expires_at)
       select encode(sha256(convert_to(id::text, 'utf8')), 'hex'), id, now() + interval '1 day' from accounts
       returning user_id as id`,
      [String(rows), MANAGERS],
    )
    const managers = people.rows.map(it => it.id)
    await client.query(`update user_profiles set role = 'zone_manager_rw' where id = any($1)`, [managers])
    await client.query(
      `insert into zone_assignments (user_id, zone_id, role) select unnest($1::uuid[]), $2, 'zone_manager_rw'`,
      [managers, zoneId],
    )
    await client.query(
      `insert into zone_entries (session_id, zone_id, user_id, expires_at)
       select id, $1, user_id, now() + interval '1 day' from auth.sessions where user_id = any($2)`,
      [zoneId, managers],
    )
    await client.query('set session_replication_role = replica')
    const textColumns = `'Report ' || n || ' bolt' || n % 100, 'Seen at rail' || n / 100 % 10 || ' near the gate'`
    const createdAtSql = `now() - (n::float8 / $2) * interval '365 days'`
    await client.query(
      `insert into hazards (request_id, title, description, severity, status, zone_id, reported_by, created_at)
       select gen_random_uuid(), ${textColumns}, (array['low', 'medium', 'high', 'critical'])[1 + n % 4],
         case when n % 50 = 0 then 'open' else 'closed' end, $1, ($3::uuid[])[1 + n % ${MANAGERS}], ${createdAtSql}
       from generate_series(1, $2::int) n`,
      [zoneId, rows, managers],
    )
    await client.query(
      `insert into broadcasts (request_id, title, message, priority, sender_id, zone_id, state, sent_at, created_at)
       select gen_random_uuid(), ${textColumns}, 'normal', ($3::uuid[])[1 + n % ${MANAGERS}], $1, 'sent', ${createdAtSql}, ${createdAtSql}
       from generate_series(1, $2::int) n`,
      [zoneId, rows, managers],
    )
    await client.query('set session_replication_role = default')
    news.push({ rows, zoneId, managers })
  }
  await client.query('vacuum (analyze)')
  return news
}
