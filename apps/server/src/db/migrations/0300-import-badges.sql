-- Badges that a file assigned can be found again and undone, as people and zones.
alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check check (kind in ('people', 'zones', 'badges'));
-- The zone of the badges.
alter table imports add column zone_id uuid references zones (id) on delete cascade;
alter table imports add check ((kind = 'badges') = (zone_id is not null));
create index imports_zone on imports (zone_id);

alter table import_items add column badge_id uuid unique references badges (id) on delete cascade;
alter table import_items add column created_at timestamptz not null default now();
alter table import_items drop constraint import_items_check;
alter table import_items add constraint import_items_check check (num_nonnulls(user_id, zone_id, badge_id) = 1);
