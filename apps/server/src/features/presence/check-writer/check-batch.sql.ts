/** Prepared once per connection, with one array per column, so a batch of any size is planned once. Times are in milliseconds. */

/**
 * Internal admins belong to no zone. Existing rows are skipped in the query, because the trigger on a new row would lock the profile
 * and read consents before the conflict is detected.
 */
export const insertAdminRows = `
insert into presence_tracking (user_id, zone_id)
select distinct u.id, z.id
from unnest($1::uuid[], $2::uuid[]) as want (user_id, zone_id)
join user_profiles u on u.id = want.user_id and u.status = 'active' and u.role in ('super_admin', 'admin')
join zones z on z.id = want.zone_id
where not exists (select from presence_tracking p where p.user_id = u.id and p.zone_id = z.id)
on conflict do nothing`

/**
 * In key order, so that two writers wait instead of deadlocking. Consent withdrawn after the endpoint's check refuses like a lost
 * zone. `ctid`, the row's location, is stable while locked, so the update below needs no index.
 */
export const lockStates = `
select want.n::int, p.ctid::text, p.is_inside_zone,
  date_part('epoch', p.captured_at) * 1000, date_part('epoch', p.entry_time) * 1000,
  date_part('epoch', p.exit_time) * 1000, p.pending_inside, date_part('epoch', p.pending_since) * 1000,
  date_part('epoch', p.pending_from) * 1000, p.latitude, p.longitude, p.accuracy_meters, p.tracking_source, p.mock
from unnest($1::uuid[], $2::uuid[]) with ordinality as want (user_id, zone_id, n)
join presence_tracking p on p.user_id = want.user_id and p.zone_id = want.zone_id and p.consent = 'given'
order by p.user_id, p.zone_id
for update of p`

const storedColumns = `id, user_id, zone_id, inside, certain, distance_to_center_m, distance_to_edge_m, change,
  date_part('epoch', captured_at) * 1000, date_part('epoch', received_at) * 1000,
  source, accuracy_meters, latitude, longitude`

/**
 * Captured from `from` (inclusive) to `to` (exclusive), in whole seconds since 1970: literals, so that the plan prunes the log's
 * partitions. The default partition is always searched, because its unique key spans all days.
 */
export const findStored = (from: number, to: number) => `
select ${storedColumns} from position_checks
where id = any ($1::uuid[]) and captured_at >= to_timestamp(${from}) and captured_at < to_timestamp(${to})
union all
select ${storedColumns} from position_checks_rest
where id = any ($1::uuid[]) and not (captured_at >= to_timestamp(${from}) and captured_at < to_timestamp(${to}))`

/**
 * `place`, the state's ctid, is set only on the newest check of each person and zone, with the resulting state. Arrays are unnested
 * in the select list, because in `from` each would be materialised.
 */
export const recordChecks = `
with given as (
  select
    unnest($1::uuid[]) as id, unnest($2::uuid[]) as zone_id, unnest($3::uuid[]) as user_id,
    unnest($4::float8[]) as latitude, unnest($5::float8[]) as longitude, unnest($6::real[]) as accuracy_meters,
    unnest($7::text[]) as source, unnest($8::float8[]) as captured_at, unnest($9::float8[]) as received_at,
    unnest($10::bool[]) as inside, unnest($11::bool[]) as certain, unnest($12::int[]) as distance_to_center_m,
    unnest($13::int[]) as distance_to_edge_m, unnest($14::text[]) as change, unnest($15::tid[]) as place,
    unnest($16::bool[]) as is_inside_zone, unnest($17::float8[]) as entry_time, unnest($18::float8[]) as exit_time,
    unnest($19::bool[]) as pending_inside, unnest($20::float8[]) as pending_since,
    unnest($21::int[]) as shape_version, unnest($22::bool[]) as mock, unnest($23::bool[]) as jump,
    unnest($24::float8[]) as pending_from
), c as materialized (
  select id, zone_id, user_id, latitude, longitude, accuracy_meters, source, to_timestamp(captured_at / 1000) as captured_at,
    to_timestamp(received_at / 1000) as received_at, inside, certain, distance_to_center_m, distance_to_edge_m, change,
    place, is_inside_zone, entry_time, exit_time, pending_inside, pending_since, pending_from, shape_version, mock, jump
  from given
), logged as (
  insert into position_checks (id, zone_id, user_id, latitude, longitude, accuracy_meters, source, captured_at,
    received_at, inside, certain, distance_to_center_m, distance_to_edge_m, change, shape_version, mock, jump)
  select id, zone_id, user_id, latitude, longitude, accuracy_meters, source, captured_at, received_at, inside, certain,
    distance_to_center_m, distance_to_edge_m, change, shape_version, mock, jump
  from c
)
update presence_tracking p set
  is_inside_zone = c.is_inside_zone, latitude = c.latitude, longitude = c.longitude,
  accuracy_meters = c.accuracy_meters, tracking_source = c.source, mock = c.mock,
  captured_at = least(c.captured_at, c.received_at), received_at = c.received_at,
  entry_time = to_timestamp(c.entry_time / 1000), exit_time = to_timestamp(c.exit_time / 1000),
  pending_inside = c.pending_inside, pending_since = to_timestamp(c.pending_since / 1000),
  pending_from = to_timestamp(c.pending_from / 1000)
from c where p.ctid = c.place`

/**
 * A visit that began after its exit, by a fast clock, gets the exit as entry. Each is looked up separately: a join planned while few
 * visits were open would scan all open ones.
 */
export const endVisits = `
update presence_history h set entry_time = least(h.entry_time, to_timestamp(v.exit_time / 1000)),
  exit_time = to_timestamp(v.exit_time / 1000), duration_minutes = v.minutes, exit_mock = v.mock
from unnest($1::uuid[], $2::uuid[], $3::float8[], $4::int[], $5::bool[]) as v (user_id, zone_id, exit_time, minutes, mock),
  lateral (select id from presence_history o
    where o.user_id = v.user_id and o.zone_id = v.zone_id and o.exit_time is null limit 1) as open
where h.id = open.id and h.exit_time is null`

/**
 * After a fast clock was set back to a moment: deletes ended visits that began later, ends at it those that ended later, and begins
 * at it an open one that began later.
 */
export const rewindVisits = `
with back as (
  select unnest($1::uuid[]) as user_id, unnest($2::uuid[]) as zone_id, to_timestamp(unnest($3::float8[]) / 1000) as at
), gone as (
  delete from presence_history h using back b
  where h.user_id = b.user_id and h.zone_id = b.zone_id and h.exit_time is not null and h.entry_time >= b.at
)
update presence_history h set entry_time = least(h.entry_time, b.at),
  exit_time = case when h.exit_time is not null then b.at end,
  duration_minutes = case when h.exit_time is not null then floor(date_part('epoch', b.at - h.entry_time) / 60)::int end
from back b
where h.user_id = b.user_id and h.zone_id = b.zone_id
  and (h.exit_time is null and h.entry_time > b.at or h.exit_time > b.at and h.entry_time < b.at)`

export const beginVisits = `
insert into presence_history (id, user_id, zone_id, entry_time, exit_time, duration_minutes, accuracy_meters, tracking_source,
  entry_mock, exit_mock)
select id, user_id, zone_id, to_timestamp(entry_time / 1000), to_timestamp(exit_time / 1000), minutes, accuracy_meters, source,
  entry_mock, exit_mock
from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::float8[], $5::float8[], $6::int[], $7::real[], $8::text[], $9::bool[], $10::bool[])
as v (id, user_id, zone_id, entry_time, exit_time, minutes, accuracy_meters, source, entry_mock, exit_mock)`

/**
 * Appends feed events. The payloads are sent as lines of JSON, which contains no raw line breaks, so nothing needs quoting and each
 * payload is parsed once.
 */
export const appendFeed = `
insert into feed_events (topic, kind, payload)
select unnest($1::text[]), unnest($2::text[]), unnest(string_to_array($3, E'\\n'))::json`

/**
 * Appends entries and exits with all the data that lists show, using one join for the few in a batch. Name, role and row are null
 * for non-members (internal admins).
 */
export const appendChanges = `
insert into feed_events (topic, kind, payload)
select e.topic, e.kind, e.payload || jsonb_build_object(
  'name', case when a.role is not null then trim(u.first_name || ' ' || u.last_name) end,
  'role', case when a.role is null then null when u.role in ('super_admin', 'admin') then u.role else a.role end,
  'listed', case when a.role is not null then listed_person(a, u) end)
from rows from (json_to_recordset($1::json) as (topic text, kind text, payload jsonb)) with ordinality
    as e (topic, kind, payload, place)
  left join user_profiles u on u.id = (e.payload ->> 'userId')::uuid
  left join zone_assignments a on a.user_id = u.id and a.zone_id = (e.payload ->> 'zoneId')::uuid
order by e.place`

/** The effective time of a reading: the device's time, but never later than the server's. */
const EFFECTIVE_TIME = 'least(captured_at, received_at)'

/**
 * Up to $5 readings: the last before $4, or the first up to and including $4, all after $3. Captured from `from` (inclusive) to `to`
 * (exclusive), in whole seconds since 1970, literals as in `findStored`.
 */
export const readAround = (side: 'before' | 'after', from: number, to: number) => `
select id, date_part('epoch', ${EFFECTIVE_TIME}) * 1000, inside, certain, source, accuracy_meters, distance_to_edge_m, latitude, longitude, mock
from position_checks
where user_id = $1 and zone_id = $2 and captured_at >= to_timestamp(${from}) and captured_at < to_timestamp(${to})
  and ${EFFECTIVE_TIME} ${side === 'before' ? '<' : '<='} to_timestamp($4::float8 / 1000) and ${EFFECTIVE_TIME} >= to_timestamp($3::float8 / 1000)
order by ${EFFECTIVE_TIME}${side === 'before' ? ' desc, id desc' : ', id'} limit $5`

/** Selects the visits that began between two moments ($3, $4), and the last visit before them. */
export const readStays = `
(select id, date_part('epoch', entry_time) * 1000, date_part('epoch', exit_time) * 1000, accuracy_meters, tracking_source,
   entry_mock, exit_mock
 from presence_history where user_id = $1 and zone_id = $2 and entry_time < to_timestamp($3::float8 / 1000)
 order by entry_time desc limit 1)
union all
(select id, date_part('epoch', entry_time) * 1000, date_part('epoch', exit_time) * 1000, accuracy_meters, tracking_source,
   entry_mock, exit_mock
 from presence_history where user_id = $1 and zone_id = $2 and entry_time >= to_timestamp($3::float8 / 1000)
   and entry_time <= to_timestamp($4::float8 / 1000)
 order by entry_time)`

export const removeVisits = `delete from presence_history where id = any ($1::uuid[])`

/**
 * Writes states recomputed from late readings. If no late reading is the newest one, the parameters for the position are null and
 * the position stays unchanged.
 */
export const amendStates = `
update presence_tracking p set
  is_inside_zone = c.is_inside_zone, entry_time = to_timestamp(c.entry_time / 1000), exit_time = to_timestamp(c.exit_time / 1000),
  pending_inside = c.pending_inside, pending_since = to_timestamp(c.pending_since / 1000),
  pending_from = to_timestamp(c.pending_from / 1000),
  latitude = coalesce(c.latitude, p.latitude), longitude = coalesce(c.longitude, p.longitude),
  accuracy_meters = case when c.latitude is null then p.accuracy_meters else c.accuracy_meters end,
  tracking_source = coalesce(c.source, p.tracking_source),
  mock = case when c.latitude is null then p.mock else c.mock end,
  captured_at = coalesce(to_timestamp(c.captured_at / 1000), p.captured_at),
  received_at = coalesce(to_timestamp(c.received_at / 1000), p.received_at)
from unnest($1::tid[], $2::bool[], $3::float8[], $4::float8[], $5::bool[], $6::float8[], $7::float8[], $8::float8[], $9::real[],
    $10::text[], $11::bool[], $12::float8[], $13::float8[], $14::float8[])
  as c (place, is_inside_zone, entry_time, exit_time, pending_inside, pending_since, latitude, longitude, accuracy_meters, source,
    mock, captured_at, received_at, pending_from)
where p.ctid = c.place`
