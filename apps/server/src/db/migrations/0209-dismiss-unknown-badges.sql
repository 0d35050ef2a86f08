-- When somebody said that a number that is assigned to nobody is no person, such as a misread card. A newer reading, or assigning the
-- badge, clears it.
alter table badge_states add column dismissed_at timestamptz;
