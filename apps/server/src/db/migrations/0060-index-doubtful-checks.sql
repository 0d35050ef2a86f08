-- The readings that a report counts as refused or uncertain (count_doubtful). They are few, so every other reading pays next to nothing.
create index position_checks_doubtful on position_checks (zone_id, captured_at) include (user_id, source, accuracy_meters) where not certain;
-- The steps and broadcasts of a report's days.
create index broadcasts_sent on broadcasts (sent_at) where sent_at is not null;
