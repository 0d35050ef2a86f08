-- The time zone on whose calendar the days of a zone begin and end.
create function zone_time_zone(zone uuid, installation text) returns text language sql stable as $$
  select installation
$$;
