-- A webhook or tracker whose answer was lost is asked for again under the same number, which the app made: no second one comes of it.
alter table webhooks add column request_id uuid;
create unique index webhooks_request on webhooks (created_by, request_id);
-- The new one begins with the same column.
drop index webhooks_created_by;
alter table trackers add column request_id uuid;
create unique index trackers_request on trackers (user_id, request_id);
