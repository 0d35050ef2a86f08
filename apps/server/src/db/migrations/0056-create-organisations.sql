-- The organisations whose zones and people are looked after here. The specification calls them clients.
create table clients (
  id uuid primary key default uuid_v7(),
  -- Made by the app: one whose answer was lost is not onboarded twice.
  request_id uuid,
  name text not null check (length(name) between 1 and 120),
  contact_name text not null default '' check (length(contact_name) <= 120),
  contact_email text not null default '' check (length(contact_email) <= 254),
  contact_phone text not null default '' check (length(contact_phone) <= 40),
  status text not null default 'active' check (status in ('active', 'suspended')),
  -- IANA name; null: that of the installation.
  time_zone text check (length(time_zone) between 1 and 64),
  max_zones integer check (max_zones >= 1),
  max_people integer check (max_people >= 1),
  -- Its client admins ask for zones instead of opening them.
  zones_need_approval boolean not null default false,
  created_by uuid references user_profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index clients_request on clients (created_by, request_id);
-- listOrganisations
create index clients_by_name on clients (lower(name), id);
alter table clients enable row level security;

-- Every installation has this one, and shows nothing of it until there is a second.
insert into clients (id, name) values ('00000000-0000-4000-8000-000000000001', 'Default organisation');

-- Who belongs to an organisation.
create table client_members (
  client_id uuid not null references clients (id) on delete cascade,
  user_id uuid not null references user_profiles (id) on delete cascade,
  added_by uuid references user_profiles (id) on delete set null,
  added_at timestamptz not null default now(),
  -- They came with an assignment to one of its zones: being a client admin elsewhere gives them nothing here.
  by_zone boolean not null default false,
  primary key (client_id, user_id)
);
-- The foreign keys that a deletion of an account searches.
create index client_members_user on client_members (user_id);
create index client_members_added_by on client_members (added_by);
alter table client_members enable row level security;

insert into client_members (client_id, user_id)
select '00000000-0000-4000-8000-000000000001', id from user_profiles where role not in ('super_admin', 'admin');

update zones set client_id = '00000000-0000-4000-8000-000000000001';
alter table zones
  alter column client_id set default '00000000-0000-4000-8000-000000000001',
  alter column client_id set not null,
  add foreign key (client_id) references clients (id),
  -- What the zone goes back to when its suspended organisation is active again.
  add column status_when_open text check (status_when_open in ('active', 'pending')),
  add check (status_when_open is null or status = 'suspended');
create index zones_client on zones (client_id, created_at desc, id desc);

-- A zone that somebody asked for. Its name stays when the zone is gone.
create table zone_requests (
  id uuid primary key default uuid_v7(),
  zone_id uuid references zones (id) on delete set null,
  client_id uuid not null references clients (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  requested_by uuid references user_profiles (id) on delete set null,
  note text not null default '' check (length(note) <= 2000),
  status text not null default 'pending' check (status in ('pending', 'returned', 'approved', 'refused', 'withdrawn')),
  decided_by uuid references user_profiles (id) on delete set null,
  decided_at timestamptz,
  decision_note text not null default '' check (length(decision_note) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index zone_requests_zone on zone_requests (zone_id);
create unique index zone_requests_open on zone_requests (zone_id) where status in ('pending', 'returned');
-- listZoneRequests: of all, of one status, of one's own
create index zone_requests_newest on zone_requests (created_at desc, id desc);
create index zone_requests_status on zone_requests (status, created_at desc, id desc);
create index zone_requests_requested_by on zone_requests (requested_by, created_at desc, id desc);
create index zone_requests_client on zone_requests (client_id);
create index zone_requests_decided_by on zone_requests (decided_by);
alter table zone_requests enable row level security;
