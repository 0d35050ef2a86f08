-- The person's last decision; null if they were never asked.
create function last_consent(person uuid) returns consents language sql stable security definer set search_path = public, pg_temp as $$
  select * from consents where user_id = person order by decided_at desc, id desc limit 1
$$;
revoke execute on function last_consent(uuid) from public;

-- People see only their own decisions, and even administrators do not see other people's. Only the server writes decisions.
create policy see_own on consents for select to muster_app using (user_id = (select actor_id()));
grant select on consents to muster_app;

-- Decisions are immutable, and are only deleted with the account.
create function keep_consent() returns trigger language plpgsql as $$
begin
  raise insufficient_privilege using message = 'consents only grow: what was decided is never changed.';
end $$;
create trigger keep_consent before update on consents for each row execute function keep_consent();

-- Notifies the person's devices, and makes every node drop what it caches about the person.
create function announce_consent() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed_events (topic, kind, payload)
  values ('user:' || new.user_id, 'consent.changed', jsonb_build_object('userId', new.user_id,
    'consent', jsonb_build_object('decision', new.decision, 'version', new.text_version, 'retentionDays', new.retention_days,
      'decidedAt', wire_time(new.decided_at))));
  return null;
end $$;
create trigger announce_consent after insert on consents for each row execute function announce_consent();
