-- Folders of a zone and the documents in them. What a person deletes is marked, and can be taken back for a while.
create table folders (
  id uuid primary key default uuid_v7(),
  zone_id uuid not null references zones (id) on delete cascade,
  parent_folder_id uuid references folders (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  description text check (length(description) <= 2000),
  -- Whether only the groups it is linked to see it. It stays so when the last of them is deleted.
  for_groups boolean not null default false,
  created_by uuid references user_profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid references user_profiles (id) on delete set null,
  -- The folder or document with which it was deleted: that one is taken back with all of these.
  deleted_with uuid
);
create unique index folders_name on folders (zone_id, coalesce(parent_folder_id, zone_id), lower(name)) where deleted_at is null;
create index folders_zone on folders (zone_id);
create index folders_parent on folders (parent_folder_id);
create index folders_created_by on folders (created_by);
create index folders_deleted_by on folders (deleted_by);
create index folders_deleted on folders (deleted_at) where deleted_at is not null;
alter table folders enable row level security;

create table folder_group_links (
  id uuid primary key default uuid_v7(),
  folder_id uuid not null references folders (id) on delete cascade,
  group_id uuid not null references groups (id) on delete cascade,
  created_by uuid references user_profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (folder_id, group_id)
);
create index folder_group_links_group on folder_group_links (group_id);
create index folder_group_links_created_by on folder_group_links (created_by);
alter table folder_group_links enable row level security;

create table documents (
  id uuid primary key default uuid_v7(),
  title text not null check (length(title) between 1 and 200),
  file_name text not null check (length(file_name) between 1 and 255),
  -- The path of its newest version.
  file_url text not null check (length(file_url) <= 300),
  file_size integer not null,
  file_type text not null check (length(file_type) <= 120),
  uploaded_by uuid references user_profiles (id) on delete set null,
  zone_id uuid not null references zones (id) on delete cascade,
  -- Null: beside the folders of the zone.
  folder_id uuid references folders (id) on delete cascade,
  is_public boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid references user_profiles (id) on delete set null,
  deleted_with uuid
);
-- A file of the same name in the same place is a new version of the document.
create unique index documents_name on documents (zone_id, coalesce(folder_id, zone_id), lower(file_name)) where deleted_at is null;
create index documents_folder on documents (folder_id);
create index documents_zone_newest on documents (zone_id, updated_at desc, id desc);
create index documents_uploaded_by on documents (uploaded_by);
create index documents_deleted_by on documents (deleted_by);
create index documents_deleted on documents (deleted_at) where deleted_at is not null;
alter table documents enable row level security;

create table document_versions (
  document_id uuid not null references documents (id) on delete cascade,
  version integer not null,
  file_name text not null check (length(file_name) between 1 and 255),
  file_url text not null check (length(file_url) <= 300),
  file_size integer not null,
  file_type text not null check (length(file_type) <= 120),
  uploaded_by uuid references user_profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (document_id, version)
);
create index document_versions_uploaded_by on document_versions (uploaded_by);
alter table document_versions enable row level security;

-- A document that people of its zone, or of one of its groups, are to read.
create table document_readings (
  document_id uuid primary key references documents (id) on delete cascade,
  zone_id uuid not null references zones (id) on delete cascade,
  group_id uuid references groups (id) on delete cascade,
  asked_by uuid references user_profiles (id) on delete set null,
  reminded_at timestamptz,
  created_at timestamptz not null default now()
);
create index document_readings_zone on document_readings (zone_id);
create index document_readings_group on document_readings (group_id);
create index document_readings_asked_by on document_readings (asked_by);
alter table document_readings enable row level security;

create table document_confirmations (
  document_id uuid not null references document_readings (document_id) on delete cascade,
  user_id uuid not null references user_profiles (id) on delete cascade,
  version integer not null,
  confirmed_at timestamptz not null default now(),
  primary key (document_id, user_id)
);
create index document_confirmations_user on document_confirmations (user_id);
alter table document_confirmations enable row level security;

alter table stored_files add column document_id uuid references documents (id) on delete cascade;
create index stored_files_document on stored_files (document_id);
