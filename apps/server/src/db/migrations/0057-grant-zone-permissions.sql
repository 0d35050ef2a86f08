-- How the permissions of a zone manager differ from those of their role in one zone: granted beyond it, or taken away. They end with
-- the membership.
create table zone_permissions (
  user_id uuid not null,
  zone_id uuid not null,
  -- `grantablePermissions` of packages/domain.
  permission text not null check (permission in (
    'edit_zones', 'link_users', 'unlink_users', 'assign_zone_managers', 'change_roles', 'reset_zone_pin',
    'track_live_locations', 'report_hazards', 'manage_hazards', 'broadcast', 'manage_groups', 'chat_in_groups',
    'create_folders', 'upload_files', 'link_folders', 'delete_files',
    'download_reports', 'view_report_emails', 'manage_report_emails', 'manage_report_recipients')),
  granted boolean not null,
  given_by uuid references user_profiles (id) on delete set null,
  given_at timestamptz not null default now(),
  primary key (user_id, zone_id, permission),
  foreign key (user_id, zone_id) references zone_assignments (user_id, zone_id) on delete cascade
);
create index zone_permissions_zone on zone_permissions (zone_id);
create index zone_permissions_given_by on zone_permissions (given_by);
alter table zone_permissions enable row level security;
