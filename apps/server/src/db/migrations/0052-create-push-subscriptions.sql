-- Where a person's devices are sent notifications: what the browser of a session gave. It ends with the session, so that a device
-- that was signed out is sent nothing any more.
create table push_subscriptions (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references user_profiles (id) on delete cascade,
  session_id uuid not null unique references auth.sessions (id) on delete cascade,
  endpoint text not null unique check (length(endpoint) between 1 and 1000),
  p256dh text not null check (length(p256dh) between 1 and 100),
  auth text not null check (length(auth) between 1 and 50),
  user_agent text not null check (length(user_agent) <= 400),
  created_at timestamptz not null default now(),
  last_sent_at timestamptz
);
create index push_subscriptions_user_id on push_subscriptions (user_id);
alter table push_subscriptions enable row level security;

-- The key pair by which push services know the installation.
alter table installation_secrets drop constraint installation_secrets_name_check,
  add constraint installation_secrets_name_check check (name in ('signing', 'first-admin', 'vapid'));
