-- How a zone receives visitors. A zone without a row has the usual settings.
create table visitor_settings (
  zone_id uuid primary key references zones (id) on delete cascade,
  -- Empty: the general notice, in the visitor's language.
  notice text not null default '' check (length(notice) <= 2000),
  -- Counts the changes of the notice, so that each visit says which one was accepted.
  notice_version integer not null default 0 check (notice_version >= 0),
  kept_days integer not null default 30 check (kept_days between 1 and 365),
  -- The hash of the poster's token. A new poster replaces it.
  poster_hash text unique check (length(poster_hash) = 64),
  poster_made_at timestamptz
);
alter table visitor_settings enable row level security;

-- Tablets at which visitors sign in. Each begins as a code, which a tablet exchanges for a token.
create table visitor_kiosks (
  id uuid primary key default uuid_v7(),
  zone_id uuid not null references zones (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  code_hash text unique check (length(code_hash) = 64),
  code_expires_at timestamptz,
  token_hash text unique check (length(token_hash) = 64),
  opened_by uuid references user_profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  last_seen_at timestamptz
);
create index visitor_kiosks_zone on visitor_kiosks (zone_id);
create index visitor_kiosks_opened_by on visitor_kiosks (opened_by);
alter table visitor_kiosks enable row level security;

-- Visits of people without an account.
create table visitor_visits (
  id uuid primary key default uuid_v7(),
  zone_id uuid not null references zones (id) on delete cascade,
  -- Made by the client, so that a repeated request signs in once.
  request_id uuid not null,
  -- The member who is visited, or else what the visitor typed.
  host_id uuid references user_profiles (id) on delete set null,
  host_name text not null default '' check (length(host_name) <= 120),
  name text not null check (length(name) between 1 and 120),
  -- The name for comparison (domain/visitor.ts), by which an expected visitor is found.
  name_key text not null check (length(name_key) <= 200),
  company text not null default '' check (length(company) <= 120),
  phone text not null default '' check (length(phone) <= 40),
  way text not null check (way in ('host', 'kiosk', 'poster', 'hand')),
  created_by uuid references user_profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  -- The day for which a host announced the visit.
  expected_on date,
  notice_version integer,
  notice_accepted_at timestamptz,
  signed_in_at timestamptz,
  signed_out_at timestamptz check (signed_out_at >= signed_in_at),
  ended text check (ended in ('self', 'host', 'manager', 'end_of_day')),
  ended_by uuid references user_profiles (id) on delete set null,
  -- The hash of the token of the visitor's own page.
  token_hash text unique check (length(token_hash) = 64),
  check (signed_in_at is not null or expected_on is not null),
  check ((signed_out_at is null) = (ended is null))
);
create unique index visitor_visits_request on visitor_visits (zone_id, request_id);
create index visitor_visits_inside on visitor_visits (zone_id, signed_in_at, id) where signed_in_at is not null and signed_out_at is null;
create index visitor_visits_expected on visitor_visits (zone_id, expected_on, id) where signed_in_at is null;
create index visitor_visits_past on visitor_visits (zone_id, signed_out_at, id) where signed_out_at is not null;
-- Visits of the day, for the limit and the export.
create index visitor_visits_day on visitor_visits (zone_id, signed_in_at) where signed_in_at is not null;
create index visitor_visits_host on visitor_visits (host_id);
create index visitor_visits_created_by on visitor_visits (created_by);
create index visitor_visits_ended_by on visitor_visits (ended_by);
alter table visitor_visits enable row level security;

-- Visitors on the roll of an emergency, with company and host.
alter table emergency_people add column visit_id uuid references visitor_visits (id) on delete set null;
alter table emergency_people add column note text not null default '' check (length(note) <= 300);
create unique index emergency_people_visit on emergency_people (emergency_id, visit_id);
create index emergency_people_by_visit on emergency_people (visit_id);
