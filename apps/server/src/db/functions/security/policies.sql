-- Requests log what their person does, with types and severities set by the program. The server's own findings (failed sign-ins,
-- wrong PINs, a broken chain) are written as the owner.
create policy append on security_events for insert to muster_app with check (
  actor_id = (select actor_id())
  and case
    when event_type = 'attendance_corrected' then severity = 'low'
    when (select actor_can('view_security')) then severity = 'info' or event_type = 'data_breach_notification_created'
    -- Unlike `user_action_…` events, these may affect other people, so `affected_user_id` is not restricted.
    when event_type in ('location_access', 'data_access', 'report_mailing_changed', 'required_reading_ended', 'broadcast_changed',
      'organisation_changed', 'badges_changed', 'visitor_settings_changed', 'assembly_points_changed', 'sweep_areas_changed',
      'zone_captains_changed', 'zone_uncounted_changed', 'emergency_plan_changed') then severity = 'info'
    else severity = 'info' and event_type like 'user\_action\__%'
      and (affected_user_id is null or affected_user_id = actor_id)
  end);

-- Append-only: no grant or policy lets muster_app change or remove an event, or set its position and hashes in the chain.
create policy see_all on security_events for select to muster_app using ((select actor_can('view_security')));
grant select on security_events to muster_app;
grant insert (id, event_type, description, actor_id, affected_user_id, severity, metadata) on security_events to muster_app;

create policy owner_only on security_chain using (false);
create policy see_all on data_breach_notifications for select to muster_app using ((select actor_can('view_security')));
create policy give on data_breach_notifications for insert to muster_app
  with check (created_by = (select actor_id()) and account_id is null and (select actor_can('view_security')));
grant select on data_breach_notifications to muster_app;
grant insert (id, description, affected_users_count, severity, metadata, created_by) on data_breach_notifications to muster_app;
