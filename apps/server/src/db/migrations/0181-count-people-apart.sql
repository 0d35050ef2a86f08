-- Members who are called in an emergency, but do not count as missing: guards at the gate, or people who carry two phones.
create table zone_uncounted_people (
  user_id uuid not null,
  zone_id uuid not null,
  reason text not null check (length(reason) between 1 and 200),
  added_by uuid references user_profiles (id) on delete set null,
  added_at timestamptz not null default now(),
  primary key (user_id, zone_id),
  foreign key (user_id, zone_id) references zone_assignments (user_id, zone_id) on delete cascade
);
create index zone_uncounted_people_zone on zone_uncounted_people (zone_id);
create index zone_uncounted_people_added_by on zone_uncounted_people (added_by);
alter table zone_uncounted_people enable row level security;

-- False for people on that list at the declaration, with the reason then.
alter table emergency_people add column counted boolean not null default true;
alter table emergency_people add column uncounted_reason text check (length(uncounted_reason) <= 200);
-- The last accurate reading outside all zones of the emergency while the person was missing.
alter table emergency_people add column seen_outside_at timestamptz;

-- People whose visit ended shortly before the declaration. They are not called. Name and telephone are copies, as on the roll.
create table emergency_leavers (
  id uuid primary key default uuid_v7(),
  emergency_id uuid not null references emergencies (id) on delete cascade,
  zone_id uuid references zones (id) on delete set null,
  zone_name text not null check (length(zone_name) <= 200),
  user_id uuid references user_profiles (id) on delete set null,
  name text not null check (length(name) <= 200),
  sort_name text not null check (length(sort_name) <= 200),
  phone text not null default '' check (length(phone) <= 40),
  left_at timestamptz not null
);
create unique index emergency_leavers_person on emergency_leavers (emergency_id, user_id);
-- listLeavers
create index emergency_leavers_time on emergency_leavers (emergency_id, left_at desc, id);
create index emergency_leavers_user on emergency_leavers (user_id);
create index emergency_leavers_zone on emergency_leavers (zone_id);
alter table emergency_leavers enable row level security;
