-- Links by which responders without an account read one emergency, until they expire or are revoked. Its secret and its code are stored
-- only as hashes. The code is hashed together with the secret, so that the table alone does not give it away.
create table emergency_links (
  id uuid primary key default uuid_v7(),
  emergency_id uuid not null references emergencies (id) on delete cascade,
  -- The zone of the emergency; null for all zones, and once it was deleted.
  zone_id uuid references zones (id) on delete set null,
  -- The link shows what this person may see. Without them it shows nothing.
  created_by uuid references user_profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at > created_at),
  token_hash text not null,
  code_hash text not null,
  wrong_codes integer not null default 0,
  locked_until timestamptz,
  opens integer not null default 0,
  opened_at timestamptz,
  revoked_by uuid references user_profiles (id) on delete set null,
  revoked_at timestamptz
);
create unique index emergency_links_token on emergency_links (token_hash);
create index emergency_links_emergency on emergency_links (emergency_id, id desc);
create index emergency_links_zone on emergency_links (zone_id);
create index emergency_links_created_by on emergency_links (created_by);
create index emergency_links_revoked_by on emergency_links (revoked_by);
alter table emergency_links enable row level security;

-- Each time somebody opened a link with the right code. The key, which only the opened page has, reads the emergency from then on.
create table emergency_link_opens (
  id uuid primary key default uuid_v7(),
  link_id uuid not null references emergency_links (id) on delete cascade,
  zone_id uuid references zones (id) on delete set null,
  key_hash text not null,
  opened_at timestamptz not null default now()
);
create unique index emergency_link_opens_key on emergency_link_opens (key_hash);
create index emergency_link_opens_link on emergency_link_opens (link_id, opened_at);
create index emergency_link_opens_zone on emergency_link_opens (zone_id);
alter table emergency_link_opens enable row level security;

-- Messages to people on the roll who are not accounted for.
create table emergency_messages (
  id uuid primary key default uuid_v7(),
  emergency_id uuid not null references emergencies (id) on delete cascade,
  zone_id uuid references zones (id) on delete set null,
  -- Made by the client, so that a repeated request sends once.
  request_id uuid not null,
  sent_by uuid references user_profiles (id) on delete set null,
  sent_at timestamptz not null default now(),
  message text not null check (length(message) <= 500),
  -- The people it reached, and those who have no account.
  people integer not null,
  without_account integer not null
);
create unique index emergency_messages_request on emergency_messages (emergency_id, request_id);
create index emergency_messages_sent_by on emergency_messages (sent_by);
create index emergency_messages_zone on emergency_messages (zone_id);
alter table emergency_messages enable row level security;
