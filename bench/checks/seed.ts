import type pg from 'pg'

/** A person who sends checks: their session, and one of their zones with its centre in degrees. */
export type Sender = {
  readonly userId: string
  readonly token: string
  readonly zoneId: string
  readonly lat: number
  readonly lng: number
}

/**
 * Fills an empty database with zones (boxes of about 200 m) and users. Each user has consented, belongs to one zone, and has a
 * session and a location app. Runs as the owner, because no user exists yet. Returns the users in random order.
 */
export async function seed(client: pg.Client, size: { users: number; zones: number }): Promise<Sender[]> {
  await client.query(
    `insert into zones (name, boundary, start_lat, start_lng, end_lat, end_lng)
     select 'Zone ' || n, 'rectangle', 28.6 + n * 0.01 - 0.001, 77.2 - 0.001, 28.6 + n * 0.01 + 0.001, 77.2 + 0.001
     from generate_series(1, $1) n`,
    [size.zones],
  )
  await client.query(
    `insert into auth.users (name, email, sign_up)
     select 'User ' || n, 'user' || n || '@bench.example',
       jsonb_build_object('firstName', 'User', 'lastName', n::text, 'userCode', 'BENCH-' || n)
     from generate_series(1, $1) n`,
    [size.users],
  )
  await client.query(`
    insert into consents (user_id, decision, text_version, retention_days, asked_at)
    select id, 'given', 1, 90, 'sign_up' from user_profiles`)
  // Each person's token is their id; the database only stores hashes.
  await client.query(`
    insert into auth.sessions (token, user_id, expires_at)
    select encode(sha256(convert_to(id::text, 'utf8')), 'hex'), id, now() + interval '1 day' from auth.users`)
  // Each person's location app gets the same token. Its hash is stored as bytes instead of hexadecimal text.
  await client.query(`
    insert into trackers (user_id, name, app, token_hash)
    select id, 'Phone', 'traccar', sha256(convert_to(id::text, 'utf8')) from user_profiles`)
  await client.query(`
    insert into zone_assignments (user_id, zone_id, role)
    select u.id, z.id, 'app_user'
    from (select id, row_number() over (order by id) as n from user_profiles) u
    join (select id, row_number() over (order by id) as n, count(*) over () as many from zones) z
      on z.n = u.n % z.many + 1`)
  await client.query('analyze')
  const { rows } = await client.query<Sender>(`
    select s.user_id as "userId", s.user_id::text as token, z.id as "zoneId", (z.start_lat + z.end_lat) / 2 as lat, (z.start_lng + z.end_lng) / 2 as lng
    from auth.sessions s
    join zone_assignments a on a.user_id = s.user_id
    join zones z on z.id = a.zone_id
    order by random()`)
  return rows
}

/** Records that everybody has entered the PIN, so that roles that need one may check and view. */
export async function enterAll(client: pg.Client): Promise<void> {
  await client.query(`
    insert into zone_entries (session_id, zone_id, user_id, expires_at)
    select s.id, a.zone_id, a.user_id, now() + interval '1 day'
    from auth.sessions s join zone_assignments a on a.user_id = s.user_id`)
}
