-- Every text, list and document that a request may write has an end, also for who gets past the program. Rows from before are not
-- looked at: a database that has a longer one must still start.
alter table user_profiles
  add constraint user_code_length check (length(user_code) <= 40) not valid,
  add constraint skills_size check (cardinality(skills) <= 50 and pg_column_size(skills) <= 16384) not valid,
  add constraint profile_image_length check (length(profile_image) <= 300) not valid,
  add constraint emergency_contact_name_length check (length(emergency_contact_name) <= 100) not valid,
  add constraint emergency_contact_phone_length check (length(emergency_contact_phone) <= 100) not valid,
  add constraint emergency_contact_relationship_length check (length(emergency_contact_relationship) <= 100) not valid;
-- 2,000 corners take some 100 kB. The size, not the text: it costs nothing when only the count of people changes.
alter table zones add constraint shape_size check (pg_column_size(shape) <= 524288) not valid;
alter table security_events
  add constraint description_length check (length(description) <= 4000) not valid,
  add constraint metadata_size check (pg_column_size(metadata) <= 32768) not valid;
alter table data_breach_notifications
  add constraint metadata_size check (pg_column_size(metadata) <= 32768) not valid;

-- Who declined an invitation is not asked again by the same zone for a day (functions/zones/invite-first.sql).
create table declined_invitations (
  user_id uuid not null references user_profiles (id) on delete cascade,
  zone_id uuid not null references zones (id) on delete cascade,
  declined_at timestamptz not null default now(),
  primary key (user_id, zone_id)
);
-- The foreign key that a deletion of a zone searches.
create index declined_invitations_zone on declined_invitations (zone_id);
alter table declined_invitations enable row level security;
