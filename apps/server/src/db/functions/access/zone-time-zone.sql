-- Returns the time zone in which a zone's days begin and end: its organisation's, or else the installation's. It is the same for
-- everybody in the zone, even for people who may not see the organisation.
create function zone_time_zone(zone uuid, installation text) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select c.time_zone from zones z join clients c on c.id = z.client_id where z.id = zone), installation)
$$;

-- Returns the day an instant belongs to, which is the last day that has begun by then. In a night with two midnights, the local
-- date already shows the next day before it begins. The function has no `set`, so that the planner can inline it.
create function local_day(instant timestamptz, clocks text) returns date language sql immutable parallel safe as $$
  select (instant at time zone clocks)::date
    - (instant < (instant at time zone clocks)::date::timestamp at time zone clocks)::integer
$$;
