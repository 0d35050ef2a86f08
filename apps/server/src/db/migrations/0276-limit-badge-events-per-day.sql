-- Events that a key stored within the day that began with the first of them, so that no key fills the disk.
alter table badge_keys add column events_since timestamptz;
alter table badge_keys add column events integer not null default 0 check (events >= 0);
