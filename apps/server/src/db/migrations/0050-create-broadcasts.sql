-- People of a zone who belong together.
create table groups (
  id uuid primary key default uuid_v7(),
  request_id uuid,
  name text not null check (length(name) between 1 and 120),
  description text check (length(description) <= 2000),
  zone_id uuid not null references zones (id) on delete cascade,
  created_by uuid references user_profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index groups_request on groups (created_by, request_id);
create index groups_zone on groups (zone_id, name);
alter table groups enable row level security;

create table group_members (
  id uuid primary key default uuid_v7(),
  group_id uuid not null references groups (id) on delete cascade,
  -- Leaving the zone leaves its groups.
  zone_id uuid not null,
  user_id uuid not null,
  added_by uuid references user_profiles (id) on delete set null,
  added_at timestamptz not null default now(),
  unique (group_id, user_id),
  foreign key (user_id, zone_id) references zone_assignments (user_id, zone_id) on delete cascade
);
create index group_members_user on group_members (user_id, zone_id);
create index group_members_added_by on group_members (added_by);
alter table group_members enable row level security;

create table broadcasts (
  id uuid primary key default uuid_v7(),
  request_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  message text not null check (length(message) between 1 and 4000),
  priority text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  sender_id uuid references user_profiles (id) on delete set null,
  -- Null: all zones.
  zone_id uuid references zones (id) on delete cascade,
  target_roles text[] not null default '{}' check (cardinality(target_roles) <= 10 and pg_column_size(target_roles) <= 1024),
  target_groups uuid[] not null default '{}' check (cardinality(target_groups) <= 50 and pg_column_size(target_groups) <= 2048),
  inside_only boolean not null default false,
  answers text[] not null default '{}' check (cardinality(answers) <= 4 and pg_column_size(answers) <= 1024),
  -- The path of the attachment; its facts are in stored_files.
  media_url text check (length(media_url) <= 300),
  state text not null default 'scheduled' check (state in ('scheduled', 'sent', 'recalled')),
  send_at timestamptz,
  sent_at timestamptz,
  reminders integer not null default 0,
  reminded_at timestamptz,
  created_at timestamptz not null default now(),
  search tsvector generated always as (search_words(title || ' ' || message)) stored,
  check ((state = 'sent') = (sent_at is not null))
);
create unique index broadcasts_request on broadcasts (sender_id, request_id);
-- listBroadcasts, of a zone and of all
create index broadcasts_zone_newest on broadcasts (zone_id, created_at desc, id desc);
create index broadcasts_newest on broadcasts (created_at desc, id desc);
create index broadcasts_due on broadcasts (send_at) where state = 'scheduled';
create index broadcasts_search on broadcasts using gin (search) with (fastupdate = off);
alter table broadcasts enable row level security;

create table broadcast_group_links (
  broadcast_id uuid not null references broadcasts (id) on delete cascade,
  group_id uuid not null references groups (id) on delete cascade,
  created_by uuid references user_profiles (id) on delete set null,
  primary key (broadcast_id, group_id)
);
create index broadcast_group_links_group on broadcast_group_links (group_id);
create index broadcast_group_links_created_by on broadcast_group_links (created_by);
alter table broadcast_group_links enable row level security;

-- Who it went to, as it was decided when it was sent, and how far it has come with each.
create table broadcast_recipients (
  broadcast_id uuid not null references broadcasts (id) on delete cascade,
  user_id uuid not null references user_profiles (id) on delete cascade,
  -- That of the broadcast.
  zone_id uuid references zones (id) on delete cascade,
  state text not null default 'queued'
    check (state in ('queued', 'delivered', 'pushed', 'seen', 'answered', 'unreachable')),
  answer text check (length(answer) <= 40),
  reason text check (length(reason) <= 200),
  changed_at timestamptz not null default now(),
  primary key (broadcast_id, user_id),
  check ((state = 'answered') = (answer is not null)),
  check ((state = 'unreachable') = (reason is not null))
);
create index broadcast_recipients_user on broadcast_recipients (user_id, broadcast_id);
-- note_unreachable
create index broadcast_recipients_queued on broadcast_recipients (broadcast_id) where state = 'queued';
create index broadcast_recipients_zone on broadcast_recipients (zone_id);
alter table broadcast_recipients enable row level security;

create table broadcast_templates (
  id uuid primary key default uuid_v7(),
  zone_id uuid not null references zones (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  title text not null check (length(title) between 1 and 200),
  message text not null check (length(message) between 1 and 4000),
  priority text not null check (priority in ('low', 'normal', 'high', 'urgent')),
  answers text[] not null default '{}' check (cardinality(answers) <= 4 and pg_column_size(answers) <= 1024),
  created_by uuid references user_profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index broadcast_templates_zone on broadcast_templates (zone_id, name);
create index broadcast_templates_created_by on broadcast_templates (created_by);
alter table broadcast_templates enable row level security;

alter table stored_files add column broadcast_id uuid references broadcasts (id) on delete cascade;
create index stored_files_broadcast on stored_files (broadcast_id);
