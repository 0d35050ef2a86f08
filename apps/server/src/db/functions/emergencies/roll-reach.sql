-- Returns what is known of the call to each of these people on rolls: 'seen' if they answered or read it, 'delivered'
-- if a push service accepted it for a device, 'no_device' if they have none with notifications, else nothing yet. Only for those who see
-- the person on the roll.
create function roll_reach(entries uuid[]) returns table (entry uuid, call_state text)
language sql stable security definer set search_path = public, pg_temp as $$
  with its as (
    select p.id, p.emergency_id, p.user_id, p.visit_id from emergency_people p
    where p.id = any(entries) and (p.zone_id in (select actor_zones_with('view_attendance')) or p.zone_id in (select actor_captain_zones())
        and p.emergency_id in (select actor_captain_emergencies())
      or p.zone_id is null and (select actor_can('view_all_zones'))))
  select its.id, case
      when a.is_read and a.updated_at > a.created_at
        or exists (select from emergency_claims c where c.roll_entry_id = its.id and c.how = 'own'
          and c.happened_at >= coalesce(e.ordered_at, e.declared_at)) then 'seen'
      when exists (select from alert_deliveries d where d.alert_id = a.id and d.channel = 'push' and d.state = 'sent') then 'delivered'
      when v.token_hash is null and r.way is distinct from 'device' then 'no_device' end
  from its
    join emergencies e on e.id = its.emergency_id
    left join user_alerts a on a.user_id = its.user_id and a.source = 'emergency:' || its.emergency_id
    left join visitor_visits v on v.id = its.visit_id
    left join reach_of(array(select user_id from its where user_id is not null)) r on r.user_id = its.user_id
$$;
