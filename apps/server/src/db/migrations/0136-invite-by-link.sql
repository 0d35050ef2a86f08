-- Invitations to a zone by a link: shared by hand, or mailed to one address.
create table zone_invitations (
  id uuid primary key default uuid_v7(),
  zone_id uuid not null references zones (id) on delete cascade,
  -- Null once the inviter's account is deleted, which ends the invitation.
  invited_by uuid references user_profiles (id) on delete set null,
  role text not null check (role in ('app_user', 'zone_manager_rw', 'zone_manager_ro')),
  -- The only address it works for.
  email text check (length(email) between 3 and 254 and email = lower(email)),
  -- SHA-256 of the link's secret; null until the email is sent.
  token_hash text unique check (length(token_hash) = 64),
  days integer not null check (days in (1, 7, 30)),
  max_uses integer not null check (max_uses between 1 and 500),
  uses integer not null default 0 check (uses between 0 and max_uses),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  mailed_at timestamptz,
  revoked_at timestamptz,
  check (email is not null or token_hash is not null),
  check (email is null or max_uses = 1)
);
create index zone_invitations_zone on zone_invitations (zone_id, id desc);
create index zone_invitations_invited_by on zone_invitations (invited_by);
create index zone_invitations_email on zone_invitations (email);
-- deleteEndedInvitations (jobs)
create index zone_invitations_expires_at on zone_invitations (expires_at);
alter table zone_invitations enable row level security;

-- The people who joined by an invitation.
create table zone_invitation_uses (
  invitation_id uuid not null references zone_invitations (id) on delete cascade,
  user_id uuid not null references user_profiles (id) on delete cascade,
  used_at timestamptz not null default now(),
  primary key (invitation_id, user_id)
);
create index zone_invitation_uses_user on zone_invitation_uses (user_id);
alter table zone_invitation_uses enable row level security;
