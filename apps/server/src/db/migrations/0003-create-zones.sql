create table zones (
  id uuid primary key default uuid_v7(),
  name text not null check (length(name) between 1 and 120),
  description text check (length(description) <= 2000),
  boundary text not null check (boundary in ('polygon', 'rectangle', 'circle')),
  -- Two opposite corners; of a polygon, the corners of its bounding box. WGS 84 degrees.
  start_lat double precision not null check (start_lat between -90 and 90),
  start_lng double precision not null check (start_lng between -180 and 180),
  end_lat double precision not null check (end_lat between -90 and 90),
  end_lng double precision not null check (end_lng between -180 and 180),
  max_capacity integer check (max_capacity >= 1),
  -- Derived: the count of presence_tracking rows that are inside, kept by the trigger count_occupancy.
  current_occupancy integer not null default 0 check (current_occupancy >= 0),
  status text not null default 'active' check (status in ('active', 'pending', 'suspended')),
  client_id uuid,
  created_by uuid references user_profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index zones_created_at on zones (created_at desc);
create index zones_status_name on zones (status, name);
-- The foreign key that a deletion of an account searches.
create index zones_created_by on zones (created_by);

create table zone_coordinates (
  id uuid primary key default uuid_v7(),
  zone_id uuid not null references zones (id) on delete cascade,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  sequence_order integer not null check (sequence_order >= 1),
  unique (zone_id, sequence_order)
);

create table zone_assignments (
  assignment_id uuid primary key default uuid_v7(),
  user_id uuid not null references user_profiles (id) on delete cascade,
  zone_id uuid not null references zones (id) on delete cascade,
  role text not null check (role in (
    'manager', 'supervisor', 'worker', 'client_admin', 'zone_manager_rw', 'zone_manager_ro', 'app_user')),
  assigned_by uuid references user_profiles (id) on delete set null,
  assigned_at timestamptz not null default now(),
  -- Null: the person was invited by somebody else and has not entered or declined yet (invite-first.sql).
  accepted_at timestamptz default now(),
  unique (user_id, zone_id)
);
create index zone_assignments_zone on zone_assignments (zone_id, assigned_at desc);
-- The foreign key that a deletion of an account searches.
create index zone_assignments_assigned_by on zone_assignments (assigned_by);

-- A PIN-verified entry of one session into one zone.
create table zone_entries (
  session_id uuid not null references auth.sessions (id) on delete cascade,
  zone_id uuid not null references zones (id) on delete cascade,
  user_id uuid not null references user_profiles (id) on delete cascade,
  entered_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (session_id, zone_id)
);
create index zone_entries_zone on zone_entries (zone_id);
create index zone_entries_user on zone_entries (user_id);

alter table zones enable row level security;
alter table zone_coordinates enable row level security;
alter table zone_assignments enable row level security;
alter table zone_entries enable row level security;
