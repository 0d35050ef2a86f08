-- What somebody decided last; null who was not asked yet.
create function last_consent(person uuid) returns consents language sql stable security definer set search_path = public, pg_temp as $$
  select * from consents where user_id = person order by decided_at desc, id desc limit 1
$$;
revoke execute on function last_consent(uuid) from public;

-- One's own, and nobody else's, administrators included. Only the server writes it.
create policy see_own on consents for select to muster_app using (user_id = (select actor_id()));
grant select on consents to muster_app;

-- What was decided stays as it was: it goes with the account alone.
create function keep_consent() returns trigger language plpgsql as $$
begin
  raise insufficient_privilege using message = 'consents only grow: what was decided is never changed.';
end $$;
create trigger keep_consent before update on consents for each row execute function keep_consent();

-- The person hears of it on all devices, and every node forgets what it holds of them.
create function announce_consent() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed_events (topic, kind, payload)
  values ('user:' || new.user_id, 'consent.changed', jsonb_build_object('userId', new.user_id,
    'consent', jsonb_build_object('decision', new.decision, 'version', new.text_version, 'retentionDays', new.retention_days,
      'decidedAt', wire_time(new.decided_at))));
  return null;
end $$;
create trigger announce_consent after insert on consents for each row execute function announce_consent();
