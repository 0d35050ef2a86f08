-- The time zone on whose calendar the days of a zone begin and end: that of its organisation, else that of the installation. The same
-- for everybody in the zone, whatever they may see of the organisation.
create function zone_time_zone(zone uuid, installation text) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select c.time_zone from zones z join clients c on c.id = z.client_id where z.id = zone), installation)
$$;
