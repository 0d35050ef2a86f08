-- The badge that a visitor was given, so that badge and visitor are one person.
alter table visitor_visits add column badge text not null default '' check (length(badge) <= 64);
create index visitor_visits_badge on visitor_visits (zone_id, badge) where badge <> '';
create unique index visitor_visits_badge_inside on visitor_visits (zone_id, badge)
  where badge <> '' and signed_in_at is not null and signed_out_at is null;

-- There are more kinds of events than 20.
alter table webhooks drop constraint if exists webhooks_kinds_check;
alter table webhooks add constraint webhooks_kinds_check
  check (cardinality(kinds) between 1 and 60 and pg_column_size(kinds) <= 4096);
