-- Whom a delivery names, so that it is found when their account is deleted without reading all of them.
alter table webhook_deliveries
  add column person_id uuid generated always as ((body::jsonb -> 'person' ->> 'id')::uuid) stored;
-- forget_person_of_deliveries
create index webhook_deliveries_person on webhook_deliveries (person_id) where person_id is not null;
