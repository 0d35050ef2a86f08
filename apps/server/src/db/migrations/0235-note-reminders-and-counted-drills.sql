alter table emergencies
  -- When people were asked again, and when contacts were told, with the number of the missing, in order of time.
  add column sent_reminders jsonb not null default '[]'
    check (jsonb_typeof(sent_reminders) = 'array' and pg_column_size(sent_reminders) <= 16384),
  -- Whoever ends a drill says whether it counts as the drill of its zones. Without effect for emergencies that are none.
  add column counts_as_drill boolean not null default true;
