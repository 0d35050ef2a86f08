-- The zones a person has starred, which stand first among those to choose from.
create table starred_zones (
  user_id uuid not null references user_profiles (id) on delete cascade,
  zone_id uuid not null references zones (id) on delete cascade,
  starred_at timestamptz not null default now(),
  primary key (user_id, zone_id)
);
create index starred_zones_zone_id on starred_zones (zone_id);
alter table starred_zones enable row level security;
