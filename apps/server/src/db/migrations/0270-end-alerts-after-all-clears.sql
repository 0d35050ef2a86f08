-- When everybody who was told of an emergency was told that it is over, which follows the all clear in a transaction of its own; null until
-- then.
alter table emergencies add column alerts_ended_at timestamptz;
update emergencies set alerts_ended_at = all_clear_at where all_clear_at is not null;
create index emergencies_alerts_to_end on emergencies (all_clear_at) where all_clear_at is not null and alerts_ended_at is null;
