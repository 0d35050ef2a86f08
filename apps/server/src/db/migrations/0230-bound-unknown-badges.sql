-- When the newest event of a badge arrived, or its number was dismissed: an open roll call reads only what changed.
alter table badge_states add column changed_at timestamptz not null default now();
create index badge_states_changed on badge_states (zone_id, changed_at);

-- When everybody inside by badge had been added to the roll, which happens after the people were called; null until then.
alter table emergencies add column badges_added_at timestamptz;
update emergencies set badges_added_at = declared_at;

-- Numbers inside that are assigned to nobody and not on the roll, which lists a bounded number of them for each zone.
alter table emergency_zones add column unlisted_badges integer not null default 0 check (unlisted_badges >= 0);

-- The numbers that a key was the first to send within an hour and that are assigned to nobody.
alter table badge_keys add column unknown_since timestamptz;
alter table badge_keys add column unknown_numbers integer not null default 0 check (unknown_numbers >= 0);
