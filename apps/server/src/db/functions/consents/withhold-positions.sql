-- Copies the person's location consent to each new state row. Because of the lock, a concurrent decision happens entirely before or
-- after this.
create function know_consent() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from user_profiles where id = new.user_id for share;
  new.consent := (last_consent(new.user_id)).decision;
  return new;
end $$;
create trigger know_consent before insert on presence_tracking for each row execute function know_consent();

-- Ensures that nothing reveals a person's last position once their consent is gone: their sharing ends, their state in all zones
-- returns to unknown, open visits end as they do on removal, and viewers of the zones are notified. Logged readings are visible only to
-- the person from then on (see_zone on position_checks). With a new consent, only the decision is updated. Rows are locked in the same
-- order as in the check writer.
create function withhold_positions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  decided text := (last_consent(person)).decision;
  state presence_tracking;
begin
  -- Deleting the account already removes all of this.
  if tg_op = 'DELETE' and not exists (select from user_profiles where id = person) then
    return null;
  end if;
  if decided is distinct from 'given' then
    delete from presence_sharing where user_id = person;
  end if;
  -- Lock all states before changing any. The cursor below would lock the later ones only after the first changes have locked their
  -- zones, which could deadlock with a check.
  perform from presence_tracking where user_id = person order by user_id, zone_id for update;
  for state in
    select * from presence_tracking where user_id = person and consent is distinct from decided order by user_id, zone_id
  loop
    if decided is not distinct from 'given' then
      update presence_tracking set consent = decided where user_id = person and zone_id = state.zone_id;
    else
      update presence_tracking set consent = decided, is_inside_zone = false, latitude = null, longitude = null,
        accuracy_meters = null, tracking_source = null, mock = null, entry_time = null,
        exit_time = case when state.captured_at is null then state.exit_time else now() end, captured_at = null,
        received_at = null, pending_inside = null, pending_since = null, pending_from = null
      where user_id = person and zone_id = state.zone_id;
      update presence_history
        set exit_time = greatest(now(), entry_time),
            duration_minutes = floor(extract(epoch from greatest(now(), entry_time) - entry_time) / 60)
        where user_id = person and zone_id = state.zone_id and exit_time is null;
    end if;
    insert into feed_events (topic, kind, payload)
    values ('zone:' || state.zone_id, 'presence.consent', jsonb_build_object('zoneId', state.zone_id, 'userId', person,
      'consent', coalesce(decided, 'unasked'),
      'was', case when state.is_inside_zone then 'inside' when state.captured_at is not null then 'outside' else 'unknown' end)
      || case when state.is_inside_zone and state.entry_time is not null
        then jsonb_build_object('entryTime', wire_time(state.entry_time)) else '{}' end);
  end loop;
  return null;
end $$;
create trigger withhold_positions after insert or delete on consents for each row execute function withhold_positions();

-- True if the person has agreed to being located and has not withdrawn the consent since.
create function is_located(person uuid) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((last_consent(person)).decision = 'given', false)
$$;
-- Returns the person's last decision ('unasked' if there is none) to people who manage accounts, and null to others.
create function account_consent(person uuid) returns text language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((last_consent(person)).decision, 'unasked') where actor_can('edit_users')
$$;
