-- People see only their own alerts and preferences, and even administrators do not see other people's. Only the server creates
-- alerts; people mark theirs as read.
create policy own on user_alerts to muster_app using (user_id = (select actor_id()));
grant select, update (is_read) on user_alerts to muster_app;
create policy own on alert_preferences to muster_app using (user_id = (select actor_id()));
grant select, insert, update (inbox, push, mail) on alert_preferences to muster_app;
create policy own on quiet_hours to muster_app using (user_id = (select actor_id()));
grant select, insert, update (starts, ends, time_zone), delete on quiet_hours to muster_app;
create policy owner_only on alert_orders using (false);
create policy owner_only on alert_deliveries using (false);
