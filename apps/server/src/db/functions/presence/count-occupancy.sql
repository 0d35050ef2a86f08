-- Keeps the number of people inside each zone, and announces it to people who see the zone. Zones are locked in id order until the
-- commit, so events appear in the order of the counts.

-- Counts people by phone from the changed rows in the same transaction.
create function count_occupancy() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    for change in select zone_id, array_agg(user_id) as entered from new_rows where is_inside_zone group by 1 order by 1 loop
      perform move_people(change.zone_id, change.entered, '{}');
    end loop;
  elsif tg_op = 'DELETE' then
    for change in select zone_id, array_agg(user_id) as gone from old_rows where is_inside_zone group by 1 order by 1 loop
      perform move_people(change.zone_id, '{}', change.gone);
    end loop;
  else
    for change in
      select zone_id, coalesce(array_agg(user_id) filter (where delta > 0), '{}') as entered,
        coalesce(array_agg(user_id) filter (where delta < 0), '{}') as gone
      from (
        select zone_id, user_id, sum(delta) as delta from (
          select zone_id, user_id, 1 as delta from new_rows where is_inside_zone
          union all
          select zone_id, user_id, -1 from old_rows where is_inside_zone
        ) both_rows group by 1, 2 having sum(delta) <> 0
      ) moved group by 1 order by 1
    loop
      perform move_people(change.zone_id, change.entered, change.gone);
    end loop;
  end if;
  return null;
end $$;
create function move_people(target_zone uuid, entered uuid[], gone uuid[]) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  by_badge integer;
begin
  update zones set phone_occupancy = phone_occupancy + cardinality(entered) - cardinality(gone) where id = target_zone;
  -- A deleted zone has no audience.
  if not found then return; end if;
  -- Somebody whose badge is inside too counts by phone.
  select count(*) filter (where its.person = any(entered)) - count(*) filter (where its.person = any(gone)) into by_badge
  from unnest(entered || gone) its (person) where exists (
    select from (select * from badges where user_id = its.person offset 0) b cross join lateral (
      select s as state from badge_states s where s.zone_id = b.zone_id and s.number = b.number offset 0) its_badge
    where b.zone_id = target_zone and is_badge_inside(its_badge.state));
  if by_badge <> 0 then
    update zones set badge_occupancy = greatest(0, badge_occupancy - by_badge) where id = target_zone;
  end if;
  perform announce_occupancy(target_zone);
end $$;
revoke execute on function move_people(uuid, uuid[], uuid[]) from public;
create function announce_occupancy(target_zone uuid) returns void language sql set search_path = public, pg_temp as $$
  insert into feed_events (topic, kind, payload)
  select 'zone:' || id, 'zone.occupancy', jsonb_build_object('zoneId', id, 'currentOccupancy', current_occupancy, 'parts',
    jsonb_build_object('byPhone', phone_occupancy, 'byBadge', badge_occupancy, 'visitors', visitor_occupancy))
  from zones where id = target_zone
$$;
revoke execute on function announce_occupancy(uuid) from public;
create trigger count_occupancy_inserted after insert on presence_tracking
  referencing new table as new_rows for each statement execute function count_occupancy();
create trigger count_occupancy_updated after update on presence_tracking
  referencing old table as old_rows new table as new_rows for each statement execute function count_occupancy();
create trigger count_occupancy_deleted after delete on presence_tracking
  referencing old table as old_rows for each statement execute function count_occupancy();

-- Counts everybody in these zones who is not inside by phone, in a new statement after taking the lock, so that it sees what was
-- committed meanwhile.
create function count_others(zone_ids uuid[]) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  target uuid;
begin
  for target in select id from zones where id = any(zone_ids) order by id for no key update loop
    update zones z set badge_occupancy = n.others - n.visitors, visitor_occupancy = n.visitors
    from (select count(*)::int as others, count(visit_id)::int as visitors from people_inside() where zone_id = target and way <> 'phone') n
    where z.id = target and (z.badge_occupancy, z.visitor_occupancy) <> (n.others - n.visitors, n.visitors);
    if found then perform announce_occupancy(target); end if;
  end loop;
end $$;
revoke execute on function count_others(uuid[]) from public;
create function count_others_of_rows() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    perform count_others(array(select distinct zone_id from old_rows));
  else
    perform count_others(array(select distinct zone_id from new_rows));
  end if;
  return null;
end $$;
create trigger count_others_inserted after insert on badges
  referencing new table as new_rows for each statement execute function count_others_of_rows();
create trigger count_others_updated after update on badges
  referencing new table as new_rows for each statement execute function count_others_of_rows();
create trigger count_others_deleted after delete on badges
  referencing old table as old_rows for each statement execute function count_others_of_rows();
create trigger count_others_inserted after insert on badge_states
  referencing new table as new_rows for each statement execute function count_others_of_rows();
create trigger count_others_updated after update on badge_states
  referencing new table as new_rows for each statement execute function count_others_of_rows();
create trigger count_others_deleted after delete on badge_states
  referencing old table as old_rows for each statement execute function count_others_of_rows();
create trigger count_others_inserted after insert on visitor_visits
  referencing new table as new_rows for each statement execute function count_others_of_rows();
create trigger count_others_updated after update on visitor_visits
  referencing new table as new_rows for each statement execute function count_others_of_rows();
create trigger count_others_deleted after delete on visitor_visits
  referencing old table as old_rows for each statement execute function count_others_of_rows();

-- Counts those not seen lately, and returns the zones in which they or others are counted anew, locked in id order.
create function count_unseen() returns table (zone_id uuid, unseen int, badge_unseen int, unseen_moved boolean)
language sql set search_path = public, pg_temp as $$
  with counted as (
    select zone_id, count(*) filter (where unseen)::int as unseen,
      count(*) filter (where unseen and way <> 'phone')::int as badge_unseen, count(visit_id)::int as visitors,
      count(*) filter (where way <> 'phone')::int - count(visit_id)::int as badges
    from people_inside() group by zone_id),
  moved as (
    select z.id, its.unseen, its.badge_unseen, (z.unseen_occupancy, z.badge_unseen) <> (its.unseen, its.badge_unseen) as unseen_moved
    from zones z left join counted c on c.zone_id = z.id
      cross join lateral (select coalesce(c.unseen, 0) as unseen, coalesce(c.badge_unseen, 0) as badge_unseen,
        coalesce(c.badges, 0) as badges, coalesce(c.visitors, 0) as visitors) its
    where (z.unseen_occupancy, z.badge_unseen, z.badge_occupancy, z.visitor_occupancy)
      <> (its.unseen, its.badge_unseen, its.badges, its.visitors)
    order by z.id for no key update of z)
  update zones z set unseen_occupancy = m.unseen, badge_unseen = m.badge_unseen from moved m where z.id = m.id
  returning z.id as zone_id, m.unseen, m.badge_unseen, m.unseen_moved
$$;
revoke execute on function count_unseen() from public;
