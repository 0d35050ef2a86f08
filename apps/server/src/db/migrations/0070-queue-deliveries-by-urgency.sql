-- Each channel takes its urgent deliveries first, and few of one person at a time. Both facts are copied from the alert, so that a free
-- place is filled by an index instead of a join over everything that waits; the row goes with its alert, so `user_id` needs no key.
alter table alert_deliveries
  add column user_id uuid,
  add column urgent boolean not null default false,
  -- How often it was put back, uncounted as a try, because the push services of its devices were paused.
  add column postponed integer not null default 0;
update alert_deliveries d set user_id = a.user_id, urgent = coalesce(a.metadata ->> 'urgent' = 'true', false)
  from user_alerts a where a.id = d.alert_id;
alter table alert_deliveries alter column user_id set not null;

drop index alert_deliveries_waiting;
-- takeDeliveries
create index alert_deliveries_waiting on alert_deliveries (channel, urgent, next_try_at) where state = 'waiting';
