-- Orders zones as people read them: Gate 2 before Gate 10. Each number in a name is padded to ten digits, and the text is shorter than a
-- cursor may be. An expression instead of a collation, because a collation of the operating system or of ICU changes with its version,
-- and indexes with it.
alter table zones add column name_order text not null generated always as (
  left(regexp_replace(regexp_replace(lower(name), '\d+', '000000000\&', 'g'), '\d*(\d{10})', '\1', 'g'), 80)) stored;
-- The names that the zones of an emergency had when it was declared.
alter table emergency_zones add column name_order text generated always as (
  left(regexp_replace(regexp_replace(lower(zone_name), '\d+', '000000000\&', 'g'), '\d*(\d{10})', '\1', 'g'), 80)) stored;

drop index zones_status_name;
create index zones_status_order on zones (status, name_order, id);
