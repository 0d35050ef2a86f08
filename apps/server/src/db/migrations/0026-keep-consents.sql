-- What people decided about being located, in the words they were shown: rows that only grow. The last one counts; who has none
-- was not asked yet.
create table consents (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references user_profiles (id) on delete cascade,
  decision text not null check (decision in ('given', 'withdrawn')),
  text_version integer not null check (text_version between 1 and 10000),
  -- The words depend on how long readings are kept.
  retention_days integer not null check (retention_days >= 0),
  asked_at text not null check (asked_at in ('sign_up', 'invitation', 'sign_in', 'settings', 'demo')),
  decided_at timestamptz not null default clock_timestamp()
);
-- The last decision of somebody (last_consent).
create index consents_user_id on consents (user_id, decided_at desc, id desc);
alter table consents enable row level security;
