-- Formats a time that must survive a round trip to the client exactly: UTC, with microseconds.
create function wire_time(at timestamptz) returns text language sql stable parallel safe as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;
