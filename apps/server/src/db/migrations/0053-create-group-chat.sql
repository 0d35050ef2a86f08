-- The conversation of a group. Its messages are numbered without a gap, in the one order in which everybody sees them.
alter table groups
  add column last_number bigint not null default 0,
  add column last_message_at timestamptz,
  -- Screens were told that somebody read on: not more often than they can ask.
  add column reads_told_at timestamptz;
-- tell_unread_messages
create index groups_last_message on groups (last_message_at);

create table group_messages (
  id uuid primary key default uuid_v7(),
  group_id uuid not null references groups (id) on delete cascade,
  -- The trigger number_message gives it.
  number bigint not null default 0,
  -- Made by the app: a message whose answer was lost is not sent twice.
  request_id uuid not null,
  sender_id uuid references user_profiles (id) on delete set null,
  message_text text not null check (length(message_text) <= 4000),
  -- The path of its file; its facts are in stored_files.
  file_url text check (length(file_url) <= 300),
  file_name text check (length(file_name) <= 255),
  reply_to uuid references group_messages (id) on delete set null,
  mentions uuid[] not null default '{}' check (cardinality(mentions) <= 20 and pg_column_size(mentions) <= 1024),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  search tsvector generated always as (search_words(message_text)) stored,
  check (deleted_at is null or message_text = '')
);
-- listMessages, searchMessages
create unique index group_messages_number on group_messages (group_id, number desc);
create unique index group_messages_request on group_messages (sender_id, request_id);
create index group_messages_reply_to on group_messages (reply_to);
alter table group_messages enable row level security;

create table group_files (
  id uuid primary key default uuid_v7(),
  group_id uuid not null references groups (id) on delete cascade,
  message_id uuid not null references group_messages (id) on delete cascade,
  uploaded_by uuid references user_profiles (id) on delete set null,
  file_name text not null check (length(file_name) <= 255),
  file_url text not null check (length(file_url) <= 300),
  file_type text not null check (length(file_type) <= 120),
  file_size integer not null,
  description text check (length(description) <= 2000),
  created_at timestamptz not null default now()
);
-- listGroupFiles
create index group_files_newest on group_files (group_id, created_at desc, id desc);
create index group_files_message on group_files (message_id);
create index group_files_uploaded_by on group_files (uploaded_by);
alter table group_files enable row level security;

create table group_reactions (
  message_id uuid not null references group_messages (id) on delete cascade,
  group_id uuid not null references groups (id) on delete cascade,
  user_id uuid not null references user_profiles (id) on delete cascade,
  emoji text not null check (length(emoji) <= 8),
  created_at timestamptz not null default now(),
  primary key (message_id, user_id, emoji)
);
create index group_reactions_user on group_reactions (user_id);
create index group_reactions_group on group_reactions (group_id);
alter table group_reactions enable row level security;

-- How far each person has read.
create table group_reads (
  group_id uuid not null references groups (id) on delete cascade,
  user_id uuid not null references user_profiles (id) on delete cascade,
  last_read bigint not null default 0,
  -- Up to here the person was told that there is something to read.
  alerted bigint not null default 0,
  muted boolean not null default false,
  primary key (group_id, user_id)
);
create index group_reads_user on group_reads (user_id);
alter table group_reads enable row level security;
insert into group_reads (group_id, user_id) select group_id, user_id from group_members;

alter table stored_files add column group_id uuid references groups (id) on delete cascade;
create index stored_files_group on stored_files (group_id);
