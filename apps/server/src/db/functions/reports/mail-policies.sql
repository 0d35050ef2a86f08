-- The zones whose report recipients and schedules the actor may change. Emailing a report is equivalent to downloading it, so a
-- zone manager without permission to download may change nothing.
create function actor_keeps_report_mails() returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select kept from (select actor_zones_with('manage_report_emails') union select actor_zones_with('manage_report_recipients')) zones (kept)
  where not exists (
    select from zone_permissions c join zone_assignments a using (user_id, zone_id)
    where c.user_id = actor_id() and c.zone_id = kept and c.permission = 'download_reports' and not c.granted
      and a.role in ('zone_manager_rw', 'zone_manager_ro'))
$$;

create policy see on report_recipients for select to muster_app using (zone_id in (select actor_zones_with('view_report_emails')));
create policy add on report_recipients for insert to muster_app with check (
  added_by = (select actor_id()) and zone_id in (select actor_keeps_report_mails()));
create policy change on report_recipients for update to muster_app using (zone_id in (select actor_keeps_report_mails()));
-- Rows of people who unsubscribed cannot be deleted: otherwise, removing and adding them again would send them emails against their
-- will.
create policy remove on report_recipients for delete to muster_app using (off_at is null and zone_id in (select actor_keeps_report_mails()));
grant select, insert (zone_id, email, name, added_by), update (name), delete on report_recipients to muster_app;

create policy see on report_schedules for select to muster_app using (zone_id in (select actor_zones_with('view_report_emails')));
create policy add on report_schedules for insert to muster_app with check (
  created_by = (select actor_id()) and zone_id in (select actor_keeps_report_mails()));
create policy change on report_schedules for update to muster_app using (zone_id in (select actor_keeps_report_mails()));
create policy remove on report_schedules for delete to muster_app using (zone_id in (select actor_keeps_report_mails()));
grant select, insert (request_id, zone_id, kind, format, rhythm, starts_on, next_run_at, created_by),
  update (kind, format, rhythm, starts_on, enabled, since, next_run_at), delete on report_schedules to muster_app;

-- People see the files they requested. People who see a zone's report emails also see what was emailed. Only the server writes.
create policy see on report_runs for select to muster_app using (
  asked_by = (select actor_id()) or schedule_id in (select id from report_schedules));
grant select on report_runs to muster_app;
create policy see on report_deliveries for select to muster_app using (
  run_id in (select id from report_runs where schedule_id is not null));
grant select on report_deliveries to muster_app;
