import type pg from 'pg'
import type { Sender } from './senders.ts'

/**
 * Lists everything that is wrong with the database after a crash, one line each: an acknowledged check that is missing or stored
 * with another verdict, or state, visits, occupancy and feed that do not follow from the log of checks.
 */
export async function findProblems(
  pool: Pick<pg.Pool, 'query'>,
  senders: readonly Sender[],
): Promise<string[]> {
  const zoneIds = [...new Set(senders.map(it => it.zoneId))]
  const problems = await findLostReadings(pool, senders)
  for (const [problem, query] of Object.entries(queriesByProblem)) {
    const { rows } = await pool.query(query, [zoneIds])
    if (rows.length > 0) problems.push(`${problem}: ${rows.length}, for example ${JSON.stringify(rows[0])}`)
  }
  return problems
}

async function findLostReadings(pool: Pick<pg.Pool, 'query'>, senders: readonly Sender[]): Promise<string[]> {
  const answers = senders.flatMap(sender =>
    [...sender.acknowledged].map(([id, { inside, change }]) => ({ id, zone: sender.zoneId, inside, change })),
  )
  const { rows } = await pool.query(
    `select a.id, a.inside, a.change, c.inside as kept_inside, c.change as kept_change
     from json_to_recordset($1::json) as a (id uuid, zone uuid, inside bool, change text)
     left join position_checks c on c.id = a.id and c.zone_id = a.zone
     where c.id is null or c.inside <> a.inside or c.change <> a.change`,
    [JSON.stringify(answers)],
  )
  return rows.length > 0
    ? [
        `acknowledged and not kept: ${rows.length} of ${answers.length}, for example ${JSON.stringify(rows[0])}`,
      ]
    : []
}

// The effective time of a check: the device time, capped at the server's time of receipt, in milliseconds as in the API.
const effectiveAtSql = `date_trunc('milliseconds', least(c.captured_at, c.received_at))`

const queriesByProblem = {
  'state that is not of the newest reading': `
    select t.user_id, t.zone_id, t.captured_at, n.at from presence_tracking t
    left join lateral (
      select ${effectiveAtSql} as at from position_checks c
      where c.user_id = t.user_id and c.zone_id = t.zone_id and c.change <> 'stale' order by at desc limit 1
    ) n on true
    where t.zone_id = any ($1) and n.at is distinct from date_trunc('milliseconds', t.captured_at)`,
  'an entry without its visit, or a visit without its entry': `
    select * from (
      select c.user_id, c.zone_id, ${effectiveAtSql} as at from position_checks c
      where c.zone_id = any ($1) and c.change = 'entered'
    ) entries full join (
      select user_id, zone_id, date_trunc('milliseconds', entry_time) as at
      from presence_history where zone_id = any ($1)
    ) visits using (user_id, zone_id, at)
    where entries.* is null or visits.* is null`,
  // The reading that ends a visit may be later than the first reading outside, which sets the end of the visit.
  'an exit that no reading outside bears out': `
    select h.id, h.exit_time from presence_history h
    where h.zone_id = any ($1) and h.exit_time is not null and not exists (
      select from position_checks c where c.user_id = h.user_id and c.zone_id = h.zone_id and not c.inside
        and ${effectiveAtSql} = date_trunc('milliseconds', h.exit_time))`,
  'a reading that ended no visit, though it was answered so': `
    select c.id, c.user_id, c.zone_id from position_checks c
    where c.zone_id = any ($1) and c.change = 'left' and not exists (
      select from presence_history h
      where h.user_id = c.user_id and h.zone_id = c.zone_id and date_trunc('milliseconds', h.exit_time) <= ${effectiveAtSql}
        and not exists (select from presence_history later where later.user_id = h.user_id and later.zone_id = h.zone_id
          and later.entry_time > h.entry_time and date_trunc('milliseconds', later.entry_time) <= ${effectiveAtSql}))`,
  'an open visit of somebody who is not inside, or nobody’s': `
    select t.user_id, t.zone_id, t.is_inside_zone, t.entry_time, h.entry_time as visit from presence_tracking t
    full join (select * from presence_history where exit_time is null) h
      on h.user_id = t.user_id and h.zone_id = t.zone_id
    where coalesce(t.zone_id, h.zone_id) = any ($1)
      and (h.id is not null) is distinct from t.is_inside_zone or (h.id is not null and h.entry_time <> t.entry_time)`,
  'a closed visit with a wrong duration': `
    select id from presence_history where zone_id = any ($1) and exit_time is not null
      and duration_minutes <> floor(extract(epoch from exit_time - entry_time) / 60)`,
  'occupancy that is not the number of people inside': `
    select z.id, z.current_occupancy, count(t.*) filter (where t.is_inside_zone) as inside
    from zones z left join presence_tracking t on t.zone_id = z.id
    where z.id = any ($1) group by z.id having z.current_occupancy <> count(t.*) filter (where t.is_inside_zone)`,
  'an entry or an exit that the feed does not tell, or tells twice': `
    select * from (
      select zone_id, count(*) + count(exit_time) as count from presence_history where zone_id = any ($1) group by 1
    ) visits full join (
      select (payload ->> 'zoneId')::uuid as zone_id, count(*) as told from feed_events
      where kind = 'presence.changed' and topic = 'zone:' || (payload ->> 'zoneId')
        and (payload ->> 'zoneId')::uuid = any ($1) group by 1
    ) feed using (zone_id)
    where count is distinct from told`,
} satisfies Record<string, string>
