-- An emergency may be declared for one zone, for several, or for all.
alter table emergencies add column scope text not null default 'zone' check (scope in ('zone', 'zones', 'all'));
update emergencies set scope = 'all' where zone_id is null and zone_name is null;

-- The zones for which an emergency was declared; for all zones, those that were active then. The name is the one at the declaration.
create table emergency_zones (
  id uuid primary key default uuid_v7(),
  emergency_id uuid not null references emergencies (id) on delete cascade,
  -- Null once the zone was deleted.
  zone_id uuid references zones (id) on delete set null,
  zone_name text not null check (length(zone_name) <= 200)
);
create unique index emergency_zones_zone on emergency_zones (zone_id, emergency_id);
create index emergency_zones_name on emergency_zones (emergency_id, zone_name, id);
alter table emergency_zones enable row level security;
insert into emergency_zones (emergency_id, zone_id, zone_name)
  select e.id, e.zone_id, coalesce(e.zone_name, left(z.name, 200), '') from emergencies e left join zones z on z.id = e.zone_id
  where e.scope = 'zone';
insert into emergency_zones (emergency_id, zone_id, zone_name)
  select e.id, z.id, left(z.name, 200) from emergencies e join zones z on z.status = 'active' and z.created_at <= e.declared_at
  where e.scope = 'all';
drop index emergencies_open;
create index emergencies_open on emergencies (id) where all_clear_at is null;

-- Members who account for the people of a zone during an emergency, whatever their role.
create table zone_captains (
  user_id uuid not null,
  zone_id uuid not null,
  appointed_by uuid references user_profiles (id) on delete set null,
  appointed_at timestamptz not null default now(),
  primary key (user_id, zone_id),
  foreign key (user_id, zone_id) references zone_assignments (user_id, zone_id) on delete cascade
);
create index zone_captains_zone on zone_captains (zone_id);
create index zone_captains_appointed_by on zone_captains (appointed_by);
alter table zone_captains enable row level security;
