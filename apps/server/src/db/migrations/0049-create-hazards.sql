-- What is wrong in a zone, reported by its people. The product's screens call it a notification.
create table hazards (
  id uuid primary key default uuid_v7(),
  -- Made by the app: a report whose answer was lost is not made twice.
  request_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  description text not null check (length(description) between 1 and 4000),
  severity text not null default 'medium' check (severity in ('low', 'medium', 'high', 'critical')),
  status text not null default 'open' check (status in ('open', 'in_progress', 'resolved', 'closed')),
  zone_id uuid not null references zones (id) on delete cascade,
  reported_by uuid references user_profiles (id) on delete set null,
  -- Paths of the attachments in the order they came; their facts are in stored_files.
  photo_urls text[] not null default '{}' check (cardinality(photo_urls) <= 5 and pg_column_size(photo_urls) <= 4096),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  accuracy_meters real,
  assignee_id uuid references user_profiles (id) on delete set null,
  due_at timestamptz,
  -- The person in charge was told that the time is nearly over.
  due_told_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search tsvector generated always as (search_words(title || ' ' || description)) stored,
  check ((latitude is null) = (longitude is null))
);
create unique index hazards_request on hazards (reported_by, request_id);
-- listHazards, of a zone and of all
create index hazards_zone_newest on hazards (zone_id, created_at desc, id desc);
create index hazards_newest on hazards (created_at desc, id desc);
-- countHazards, mapHazards
create index hazards_unsettled on hazards (zone_id, created_at desc) where status in ('open', 'in_progress');
create index hazards_due on hazards (due_at) where due_at is not null and due_told_at is null and status in ('open', 'in_progress');
create index hazards_assignee on hazards (assignee_id);
create index hazards_search on hazards using gin (search) with (fastupdate = off);
alter table hazards enable row level security;

-- Everything that happened to a hazard or was said about it, in order.
create table hazard_steps (
  id uuid primary key default uuid_v7(),
  hazard_id uuid not null references hazards (id) on delete cascade,
  request_id uuid,
  kind text not null check (kind in ('reported', 'status', 'comment', 'assigned')),
  actor_id uuid references user_profiles (id) on delete set null,
  status text check (status in ('open', 'in_progress', 'resolved', 'closed')),
  assignee_id uuid references user_profiles (id) on delete set null,
  note text not null default '' check (length(note) <= 4000),
  at timestamptz not null default now(),
  check ((kind = 'status') = (status is not null))
);
create index hazard_steps_hazard on hazard_steps (hazard_id, at, id);
create unique index hazard_steps_request on hazard_steps (actor_id, request_id);
create index hazard_steps_assignee on hazard_steps (assignee_id);
alter table hazard_steps enable row level security;

-- Uploaded files: the name people gave them, and where their content lies. One that nothing names yet waits a day for it.
create table stored_files (
  id uuid primary key default uuid_v7(),
  request_id uuid not null,
  path text not null unique check (length(path) <= 300),
  name text not null check (length(name) between 1 and 200),
  media_type text not null check (length(media_type) <= 100),
  size_bytes bigint not null check (size_bytes > 0),
  has_thumbnail boolean not null default false,
  uploaded_by uuid references user_profiles (id) on delete set null,
  hazard_id uuid references hazards (id) on delete cascade,
  created_at timestamptz not null default now()
);
create unique index stored_files_request on stored_files (uploaded_by, request_id);
create index stored_files_hazard on stored_files (hazard_id);
alter table stored_files enable row level security;
