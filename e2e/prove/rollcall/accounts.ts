export type RunSql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/** Somebody who may sign in, with the token of their session. */
export type Account = { readonly id: string; readonly token: string }

const toEmail = (name: string) => `${name.toLowerCase().replace(' ', '-')}@prove.example`

/** Creates people with an account, whose names have two words. Each person's token is their id; the database only stores hashes. */
export async function createAccounts(
  sql: RunSql,
  names: readonly string[],
  role: string,
): Promise<readonly Account[]> {
  const rows = await sql(
    `insert into auth.users (name, email, sign_up)
     select split_part(name, ' ', 2), replace(lower(name), ' ', '-') || '@prove.example',
       jsonb_build_object('firstName', split_part(name, ' ', 1), 'lastName', split_part(name, ' ', 2), 'phone', '+911155500100',
         'role', $2::text, 'userCode', upper(replace(name, ' ', '-')))
     from unnest($1::text[]) with ordinality as its (name, n) order by n returning id, email`,
    [names, role],
  )
  const idsByEmail = new Map(rows.map(it => [it.email, String(it.id)]))
  const accounts = names.map(name => {
    const id = idsByEmail.get(toEmail(name)) ?? ''
    return { id, token: id }
  })
  const ids = accounts.map(it => it.id)
  await sql(
    `insert into consents (user_id, decision, text_version, retention_days, asked_at)
     select id, 'given', 1, 90, 'sign_up' from unnest($1::uuid[]) as its (id) on conflict do nothing`,
    [ids],
  )
  await sql(
    `insert into auth.sessions (token, user_id, expires_at)
     select encode(sha256(convert_to(id::text, 'utf8')), 'hex'), id, now() + interval '1 day' from unnest($1::uuid[]) as its (id)`,
    [ids],
  )
  return accounts
}

/** Makes people members of a zone who have entered it with the PIN. */
export async function addMembers(
  sql: RunSql,
  zoneId: string,
  accounts: readonly Account[],
  role: string,
): Promise<void> {
  const ids = accounts.map(it => it.id)
  await sql(
    `insert into zone_assignments (user_id, zone_id, role) select id, $2, $3 from unnest($1::uuid[]) as its (id)`,
    [ids, zoneId, role],
  )
  await sql(
    `insert into zone_entries (session_id, zone_id, user_id, expires_at)
     select s.id, $2, s.user_id, now() + interval '1 day' from auth.sessions s where s.user_id = any($1::uuid[])`,
    [ids, zoneId],
  )
}
