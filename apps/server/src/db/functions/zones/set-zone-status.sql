-- Opens or closes a zone to its members; follow_zone announces it and ends what was entered. False when it was so already.
create function set_zone_status(target_zone uuid, new_status text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if target_zone not in (select actor_zones_with('suspend_zones')) then
    raise exception 'may not set the status of this zone' using errcode = '42501';
  end if;
  update zones z set status = new_status, updated_at = now() where z.id = target_zone and z.status <> new_status;
  return found;
end $$;
