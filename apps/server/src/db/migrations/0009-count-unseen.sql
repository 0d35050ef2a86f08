-- Of those inside a zone, how many were not seen within the freshness limit. Counted by the clock, not by the rows that change:
-- somebody grows stale by nothing happening.
alter table zones add column unseen_occupancy integer not null default 0 check (unseen_occupancy >= 0);
