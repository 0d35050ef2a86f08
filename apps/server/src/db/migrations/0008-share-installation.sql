-- What all nodes of one installation must agree on and nobody else may read: what tokens and links are signed with, and the
-- link that creates the first super admin while there is none.
create table installation_secrets (
  name text primary key check (name in ('signing', 'first-admin')),
  value text not null,
  made_at timestamptz not null default now()
);
alter table installation_secrets enable row level security;

-- A fact may say more than that it is so, for example which file store is the one of this database.
alter table installation_facts add column value text;
