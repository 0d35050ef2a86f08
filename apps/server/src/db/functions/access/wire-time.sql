-- A time as it goes over the wire where it must come back exact: to the microsecond, in UTC.
create function wire_time(at timestamptz) returns text language sql stable parallel safe as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;
