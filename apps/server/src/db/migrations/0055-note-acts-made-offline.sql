-- What somebody did while their device had no network has two times: that of the act, and that of its arrival.
alter table hazards add column received_at timestamptz;
comment on column hazards.received_at is 'When the server had it, where that was later than created_at; null where it came at once.';
alter table group_messages add column written_at timestamptz;
comment on column group_messages.written_at is 'When it was written, where that was earlier than created_at; null where it came at once.';
