-- Announces a changed zone. If the status changed, it is also announced on its members' own topics, because the zone then appears
-- in their lists or leaves them. Occupancy is not a change of the zone.
create function follow_zone() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed_events (topic, kind, payload)
  select topic, 'zone.changed', jsonb_build_object('zoneId', new.id)
  from (
    select unnest(array['zone:' || new.id, 'admin']) as topic
    union all
    select 'user:' || user_id from zone_assignments
      where zone_id = new.id and old.status <> new.status
  ) topics;
  -- Suspended or reset to pending: either way the zone is closed to its members.
  if new.status <> 'active' and old.status = 'active' then
    insert into feed_events (topic, kind, payload)
    values ('zone:' || new.id, 'zone.suspended', jsonb_build_object('zoneId', new.id));
    -- Members must enter again once it reopens.
    delete from zone_entries where zone_id = new.id;
  end if;
  return new;
end $$;
create trigger follow_zone after update of name, description, shape, max_capacity, status, client_id
  on zones for each row execute function follow_zone();
