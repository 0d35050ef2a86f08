-- The second step of signing in. Sign-in data, for the owner alone.

-- The secret an authenticator app shares with us, encrypted; unconfirmed until a code of the app proved that it has it.
create table auth.two_step (
  user_id uuid primary key references auth.users (id) on delete cascade,
  secret text not null,
  confirmed_at timestamptz,
  -- The number of the last code that was used: it and those before it count no more.
  last_counter bigint not null default 0,
  created_at timestamptz not null default now()
);
alter table auth.two_step enable row level security;

-- Only hashes of the codes.
create table auth.recovery_codes (
  user_id uuid not null references auth.two_step (user_id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
alter table auth.recovery_codes enable row level security;

-- Sign-ins whose password was right and whose second step is awaited: no session is open before it.
create table auth.pending_sign_ins (
  token_hash bytea primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index pending_sign_ins_user_id on auth.pending_sign_ins (user_id);
create index pending_sign_ins_expires_at on auth.pending_sign_ins (expires_at);
alter table auth.pending_sign_ins enable row level security;

-- By what a session was opened.
alter table auth.sessions add column proof text not null default 'password'
  check (proof in ('password', 'second_step', 'passkey', 'single_sign_on'));
