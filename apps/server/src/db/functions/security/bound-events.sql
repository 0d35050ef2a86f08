-- Logs at most 20 actions of the same type by a person on their own account in ten minutes, for the types listed at the trigger.
-- The 20th entry records until when further ones are dropped.
create function gather_repeated() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  most constant integer := 20;
  span constant interval := '10 minutes';
  told integer;
begin
  select count(*) into told from (
    select from security_events e
      where e.affected_user_id = new.affected_user_id and e.created_at > clock_timestamp() - span
        and e.event_type = new.event_type and e.actor_id = new.actor_id
      limit most) recent;
  if told = most then
    return null;
  elsif told = most - 1 then
    new.metadata := new.metadata || jsonb_build_object('gatheredUntil', clock_timestamp() + span);
  end if;
  return new;
end $$;
create trigger gather_repeated before insert on security_events
  for each row when (new.actor_id = new.affected_user_id and new.event_type in (
    'login_successful', 'user_action_signed_out', 'user_action_device_revoked', 'user_action_password_changed',
    'user_action_password_reset', 'user_action_pin_changed', 'user_action_code_regenerated', 'user_action_account_deleted',
    'user_action_invitation_accepted', 'user_action_invitation_declined',
    'user_action_two_step_on', 'user_action_two_step_off', 'user_action_recovery_codes_renewed', 'user_action_recovery_code_used',
    'user_action_passkey_added', 'user_action_passkey_removed',
    'user_action_tracker_added', 'user_action_tracker_revoked', 'user_action_data_download_asked',
    'user_action_data_download_opened', 'user_action_consent_given', 'user_action_consent_withdrawn',
    'user_action_email_changed', 'user_action_email_change_objected'))
  execute function gather_repeated();

-- Logs that somebody added a person to a zone or removed them from it, with both people, at most once in ten minutes for the same
-- pair and zone.
create function note_membership(kind text, what text, person uuid, in_zone uuid) returns void
language sql set search_path = public, pg_temp as $$
  insert into security_events (event_type, description, actor_id, affected_user_id, metadata)
  select kind, what, actor_id(), person, jsonb_build_object('zoneId', in_zone)
  where not exists (
    select from security_events e
      where e.affected_user_id = person and e.created_at > clock_timestamp() - interval '10 minutes'
        and e.event_type = kind and e.actor_id = actor_id() and e.metadata ->> 'zoneId' = in_zone::text)
$$;
revoke execute on function note_membership(text, text, uuid, uuid) from public;

-- Logs that a person's role in a zone was changed, with the old and the new role. The same change is logged at most once in ten
-- minutes.
create function note_role(person uuid, in_zone uuid, role text, role_before text) returns void
language sql set search_path = public, pg_temp as $$
  insert into security_events (event_type, description, actor_id, affected_user_id, severity, metadata)
  select 'member_role_changed', 'The zone role of somebody was changed.', actor_id(), person, 'low', step.facts
  from (select jsonb_build_object('zoneId', in_zone, 'role', role, 'roleBefore', role_before) as facts) step
  where not exists (
    select from security_events e
      where e.affected_user_id = person and e.created_at > clock_timestamp() - interval '10 minutes'
        and e.event_type = 'member_role_changed' and e.actor_id = actor_id() and e.metadata = step.facts)
$$;
revoke execute on function note_role(uuid, uuid, text, text) from public;

-- Logs how a zone manager's permissions differed from their role before, and how they differ now. In `before` and `now`, a granted
-- permission is true and a revoked one false.
create function note_permissions(person uuid, in_zone uuid, before jsonb, now jsonb) returns void
language sql set search_path = public, pg_temp as $$
  insert into security_events (event_type, description, actor_id, affected_user_id, severity, metadata)
  select 'zone_permissions_changed', 'The permissions of a zone manager in a zone were changed.', actor_id(), person, 'low',
    jsonb_build_object('zoneId', in_zone,
      'granted', array(select key from jsonb_each(now) where value = 'true' order by key),
      'revoked', array(select key from jsonb_each(now) where value = 'false' order by key),
      'grantedBefore', array(select key from jsonb_each(before) where value = 'true' order by key),
      'revokedBefore', array(select key from jsonb_each(before) where value = 'false' order by key))
$$;
revoke execute on function note_permissions(uuid, uuid, jsonb, jsonb) from public;
