-- The record made at the all clear: its digest is in the security log too, whose anchors cover it.
alter table emergencies add column recorded_at timestamptz;
alter table emergencies add column record_digest text check (length(record_digest) = 64);
-- The record covers the seal of a name instead of the name, because names are removed later. Without the salt, nobody can find a name
-- by its seal; the salt is removed together with the name.
alter table emergency_people add column name_salt text check (length(name_salt) = 36);
alter table emergency_people add column name_seal text check (length(name_seal) = 64);
-- A claim that waited for the record must be later than the record, so it is dated when it is written.
alter table emergency_claims alter column received_at set default clock_timestamp();

-- What an emergency or drill showed must be improved: a hazard with an assignee.
create table emergency_findings (
  emergency_id uuid not null references emergencies (id) on delete cascade,
  hazard_id uuid primary key references hazards (id) on delete cascade,
  -- The zone of the hazard.
  zone_id uuid not null references zones (id) on delete cascade
);
create index emergency_findings_emergency on emergency_findings (emergency_id);
create index emergency_findings_zone on emergency_findings (zone_id);
alter table emergency_findings enable row level security;
