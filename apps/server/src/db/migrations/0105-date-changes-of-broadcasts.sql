-- When the content of a broadcast was changed last: an edit names the version it began from, so that two editors do not overwrite each
-- other unnoticed.
alter table broadcasts add column updated_at timestamptz not null default now();
