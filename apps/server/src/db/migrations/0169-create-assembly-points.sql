-- Where the people of a zone meet in an emergency. Whoever is seen there counts as safe.
create table assembly_points (
  id uuid primary key default uuid_v7(),
  zone_id uuid not null references zones (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  radius_meters integer not null check (radius_meters between 5 and 200)
);
create unique index assembly_points_name on assembly_points (zone_id, name);
alter table assembly_points enable row level security;
