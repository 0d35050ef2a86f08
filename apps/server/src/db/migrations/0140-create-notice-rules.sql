-- Notices that people chose: about their own shifts (no zone), or about a zone whose people they may see.
create table notice_rules (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references user_profiles (id) on delete cascade,
  zone_id uuid references zones (id) on delete cascade,
  kind text not null check (kind in (
    'forgotten_check_out', 'shift_begins', 'shift_ends', 'people', 'zone_empty', 'zone_above', 'zone_full', 'absent')),
  -- Minutes for a person's own notices, a number of people for zone_above.
  threshold integer check (threshold between 0 and 1000000),
  enabled boolean not null default true,
  -- Whether the zone is empty or full as the rule says. Null: not evaluated since the rule was turned on.
  reached boolean,
  created_at timestamptz not null default now(),
  check ((zone_id is null) = (kind in ('forgotten_check_out', 'shift_begins', 'shift_ends'))),
  check ((threshold is null) = (kind in ('people', 'zone_empty', 'zone_full', 'absent'))),
  unique nulls not distinct (user_id, zone_id, kind)
);
create index notice_rules_zone on notice_rules (zone_id);
-- The jobs that run every minute.
create index notice_rules_enabled on notice_rules (kind) where enabled;
alter table notice_rules enable row level security;

-- The people whose entries and exits a rule reports, with their last reported state.
create table notice_people (
  rule_id uuid not null references notice_rules (id) on delete cascade,
  zone_id uuid not null,
  user_id uuid not null,
  -- Null: not evaluated since the rule was turned on.
  inside boolean,
  exit_time timestamptz,
  primary key (rule_id, user_id),
  foreign key (user_id, zone_id) references presence_tracking (user_id, zone_id) on delete cascade
);
create index notice_people_person on notice_people (user_id, zone_id);
alter table notice_people enable row level security;

-- Notices about a shift or visit that were sent, so that each is sent once.
create table sent_notices (
  rule_id uuid not null references notice_rules (id) on delete cascade,
  occasion text not null check (length(occasion) <= 120),
  created_at timestamptz not null default now(),
  primary key (rule_id, occasion)
);
create index sent_notices_old on sent_notices (created_at);
alter table sent_notices enable row level security;

alter table user_alerts drop constraint user_alerts_type_check;
alter table user_alerts add constraint user_alerts_type_check check (type in (
  'document_upload', 'group_activity', 'hazard_alert', 'broadcast', 'zone_assignment', 'presence_notice', 'shift_reminder', 'system'));
alter table alert_preferences drop constraint alert_preferences_type_check;
alter table alert_preferences add constraint alert_preferences_type_check check (type in (
  'document_upload', 'group_activity', 'hazard_alert', 'broadcast', 'zone_assignment', 'presence_notice', 'shift_reminder', 'system'));
-- forget_person_of_alerts
create index user_alerts_people on user_alerts using gin ((metadata -> 'personIds')) where metadata ? 'personIds';
