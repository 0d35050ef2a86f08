-- Announces a changed zone. A change of status is also announced on its members' own topics, because the zone then appears in their
-- lists or disappears from them. Closing a zone ends all entries. Occupancy is not part of these changes.
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
  -- Whether the zone was suspended or reset to pending, it is closed to its members.
  if new.status <> 'active' and old.status = 'active' then
    insert into feed_events (topic, kind, payload)
    values ('zone:' || new.id, 'zone.suspended', jsonb_build_object('zoneId', new.id));
    -- Members must enter the PIN again once the zone reopens.
    delete from zone_entries where zone_id = new.id;
  end if;
  return new;
end $$;
create trigger follow_zone after update of name, description, shape, max_capacity, status, client_id
  on zones for each row execute function follow_zone();
