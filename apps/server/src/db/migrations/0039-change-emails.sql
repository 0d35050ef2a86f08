-- Changes of somebody's e-mail address: open until whoever reads the new address confirms it, and kept for a week after that, so
-- that whoever reads the old one can take it back. Of the tokens in the two mails only hashes are kept.
create table email_changes (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references user_profiles (id) on delete cascade,
  old_email text not null check (old_email = lower(old_email) and length(old_email) <= 254),
  new_email text not null check (new_email = lower(new_email) and length(new_email) <= 254 and new_email <> old_email),
  -- The person, or an administrator; null when that account is gone.
  requested_by uuid references user_profiles (id) on delete set null,
  confirm_hash text unique check (length(confirm_hash) = 64),
  object_hash text unique check (length(object_hash) = 64),
  created_at timestamptz not null default now(),
  -- Null while it is open.
  confirmed_at timestamptz
);
-- One at a time: who asks again replaces it.
create unique index email_changes_open on email_changes (user_id) where confirmed_at is null;
create index email_changes_user on email_changes (user_id, created_at desc);
-- The foreign key that the deletion of an account searches.
create index email_changes_requested_by on email_changes (requested_by);
alter table email_changes enable row level security;
