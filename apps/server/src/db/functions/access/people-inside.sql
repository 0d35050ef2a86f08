-- True if the newest event of a badge says that somebody is inside: it came in, within the time for which that says something
-- (`badgeGoneMs`), and nobody said that the number is no person.
create function is_badge_inside(s badge_states) returns boolean language sql stable as $$
  select s.direction = 'in' and s.dismissed_at is null and s.at > now() - interval '72 hours'
$$;

-- Who is inside, once: a row for each person or visitor and zone. Each branch is a way in and leaves out whom a branch above counts
-- already, so another way in is one more branch. `person` is the same in all zones. `source`: what sent the last reading
-- (`device` for a tracker). `badge`: the number of a card that came in, also beside a phone. `name`, `company`, `phone`: of people without an account.
-- `unseen`: not seen lately, so they may have left (domain/freshness.ts, domain/badge.ts).
-- Runs as its caller, so row-level security applies, and has no `set`, so that the planner can inline it. Indexes:
-- presence_tracking_inside, badge_states_inside, visitor_visits_inside. Each `offset 0` keeps lookups by index where readers have just
-- added thousands of rows, of which the statistics know nothing.
create function people_inside() returns table (
  zone_id uuid, way text, person text, user_id uuid, visit_id uuid, name text, company text, phone text, badge text, source text, reader text,
  since timestamptz, seen_at timestamptz, accuracy_meters real, mock boolean, unseen boolean
) language sql stable as $$
  select p.zone_id, 'phone', p.user_id::text, p.user_id, null::uuid, null::text, null::text, null::text,
    (select b.number from (select * from badges where user_id = p.user_id offset 0) b cross join lateral (
        select s as state from badge_states s where s.zone_id = b.zone_id and s.number = b.number offset 0) its
      where b.zone_id = p.zone_id and is_badge_inside(its.state)
      order by (its.state).at desc, b.number desc limit 1),
    p.tracking_source, null::text,
    p.entry_time, coalesce(p.captured_at, p.entry_time), p.accuracy_meters, p.mock,
    coalesce(p.captured_at, p.entry_time) < now() - interval '30 minutes'
  from presence_tracking p where p.is_inside_zone
  union all
  select v.zone_id, 'visitor', v.id::text, null, v.id, v.name, v.company, v.phone, nullif(v.badge, ''), null, null,
    v.signed_in_at, v.signed_in_at, null, null, false
  from visitor_visits v where v.signed_in_at is not null and v.signed_out_at is null
  union all
  select s.zone_id, 'badge', coalesce(b.user_id::text, s.zone_id::text || ' ' || s.number), b.user_id, null, b.holder, b.company, b.phone,
    s.number, null, s.reader, s.at, s.at, null, null, s.at <= now() - interval '16 hours'
  from badge_states s
    left join lateral (select b.* from badges b where b.zone_id = s.zone_id and b.number = s.number offset 0) b on true
  where is_badge_inside(s)
    and case when b.user_id is null then not exists (
      -- Carried by a visitor, or handed back at a sign-out after it came in. A visit that ended with the day says nothing.
      select from visitor_visits v where v.zone_id = s.zone_id and v.badge = s.number and v.badge <> '' and v.signed_in_at is not null
        and (v.signed_out_at is null or v.ended <> 'end_of_day' and v.signed_out_at >= s.at) offset 0)
    else not exists (
      select from presence_tracking p where p.user_id = b.user_id and p.zone_id = s.zone_id and p.is_inside_zone offset 0)
      -- Of several badges of a member, the last one read counts.
      and not exists (select from (select * from badges where user_id = b.user_id offset 0) o cross join lateral (
          select l as state from badge_states l where l.zone_id = o.zone_id and l.number = o.number offset 0) its
        where o.zone_id = s.zone_id and is_badge_inside(its.state)
          and ((its.state).at, o.number) > (s.at, s.number) offset 0)
    end
$$;
