-- An organisation, its people or its zones changed: internal admins hear of it and those who look after it, nobody else. While there is
-- only one, nothing is shown of it and nothing is announced but its own change.
create function announce_client(target_client uuid) returns void language sql volatile security definer set search_path = public, pg_temp as $$
  insert into feed_events (topic, kind, payload)
  select topic, 'organisation.changed', jsonb_build_object('clientId', target_client)
  from (
    select 'admin' as topic
    union all
    select 'user:' || m.user_id from client_members m join user_profiles u on u.id = m.user_id
      where m.client_id = target_client and u.role = 'client_admin' and u.status = 'active'
  ) topics
$$;
revoke execute on function announce_client(uuid) from public;

create function follow_client() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform announce_client(new.id);
  -- Changed by a request: who looks after it may write no such entry themselves.
  if tg_op = 'UPDATE' and actor_id() is not null then
    insert into security_events (event_type, description, actor_id, metadata)
    values ('organisation_changed', 'An organisation was changed.', actor_id(),
      jsonb_build_object('organisationId', new.id, 'name', new.name, 'timeZone', new.time_zone));
  end if;
  -- With the second one, those who look after the first begin to see theirs.
  if tg_op = 'INSERT' and (select count(*) from clients) = 2 then
    perform announce_client(id) from clients where id <> new.id;
  end if;
  return null;
end $$;
create trigger follow_client after insert or update on clients for each row execute function follow_client();

create function follow_client_member() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  row client_members := case when tg_op = 'DELETE' then old else new end;
begin
  -- Gone with the organisation or the account.
  if only_client() is not null or not exists (select from clients where id = row.client_id) then
    return null;
  end if;
  perform announce_client(row.client_id);
  if tg_op = 'DELETE' and exists (select from user_profiles where id = row.user_id) then
    insert into feed_events (topic, kind, payload)
    values ('user:' || row.user_id, 'organisation.changed', jsonb_build_object('clientId', row.client_id));
  end if;
  return null;
end $$;
create trigger follow_client_member after insert or delete or update of by_zone on client_members
  for each row execute function follow_client_member();

create function follow_zone_of_client() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if only_client() is null then
    perform announce_client(id) from clients
      where id in (case when tg_op <> 'DELETE' then new.client_id end, case when tg_op <> 'INSERT' then old.client_id end);
  end if;
  return null;
end $$;
create trigger follow_zone_of_client after insert or delete or update of client_id on zones
  for each row execute function follow_zone_of_client();

create trigger keep_updated_at before update on clients for each row execute function keep_updated_at();
