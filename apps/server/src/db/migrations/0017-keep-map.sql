-- The base map of the installation, with what it needs; one row. `origins` are the hosts that browsers may fetch from because
-- of a style: they were read out of it when it was set. Requests read it out of the memory of their node.
create table map_settings (
  one_row boolean primary key default true check (one_row),
  base jsonb not null default '{"kind": "built_in"}',
  origins text[] not null default '{}',
  google_key text check (length(google_key) between 10 and 200),
  updated_at timestamptz not null default now(),
  updated_by uuid references user_profiles (id) on delete set null
);
insert into map_settings default values;
create index map_settings_updated_by on map_settings (updated_by);
alter table map_settings enable row level security;
