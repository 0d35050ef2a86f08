-- The time zone on whose calendar the days of a zone begin and end: that of its organisation, else that of the installation. The same
-- for everybody in the zone, whatever they may see of the organisation.
create function zone_time_zone(zone uuid, installation text) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select c.time_zone from zones z join clients c on c.id = z.client_id where z.id = zone), installation)
$$;

-- The day to which an instant belongs: the last one that has begun by then. In a night in which clocks show midnight twice they already
-- name the next day before it begins. Without `set`, so that the planner takes it into the statement that asks.
create function local_day(instant timestamptz, clocks text) returns date language sql immutable parallel safe as $$
  select (instant at time zone clocks)::date
    - (instant < (instant at time zone clocks)::date::timestamp at time zone clocks)::integer
$$;
