-- When the owner of a locked PIN last asked for its reset; null when they did not, or it was opened since.
alter table entry_pins add column reset_asked_at timestamptz;
