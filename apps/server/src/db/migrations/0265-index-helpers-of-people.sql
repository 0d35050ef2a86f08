-- The unique index holds only those who are still going, so deleting somebody on a roll read all rows of helpers.
create index emergency_helpers_roll_entry on emergency_helpers (roll_entry_id);
