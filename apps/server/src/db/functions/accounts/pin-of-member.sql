-- Returns a member's PIN status to people who may reset the PIN: the failed attempts since the last success or reset, and when a
-- reset was requested.
create function pin_of_member(target_zone uuid, target_user uuid) returns table (failures timestamptz[], reset_asked_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.failures, p.reset_asked_at from entry_pins p join zone_assignments a on a.user_id = p.user_id
  where a.zone_id = target_zone and a.user_id = target_user and a.accepted_at is not null
    and target_zone in (select actor_zones_with('reset_zone_pin'))
$$;
