-- Calls for help are delivered before all others, because a call for everybody is thousands of urgent deliveries. Copied from the alert.
alter table alert_deliveries add column calls_help boolean not null default false;

drop index alert_deliveries_waiting;
-- takeDeliveries
create index alert_deliveries_waiting on alert_deliveries (channel, urgent, calls_help, next_try_at) where state = 'waiting';
