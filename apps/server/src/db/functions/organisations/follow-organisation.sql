-- Announces a change to an organisation, its people or its zones to internal admins and the organisation's client admins, and to
-- nobody else. While there is only one organisation, it is hidden, and changes to its people and zones are not announced.
create function announce_client(target_client uuid) returns void language sql volatile security definer set search_path = public, pg_temp as $$
  insert into feed_events (topic, kind, payload)
  select topic, 'organisation.changed', jsonb_build_object('clientId', target_client)
  from (
    select 'admin' as topic
    union all
    -- A subquery for each of the few keeps the plan right for statistics of an empty table, too.
    select 'user:' || m.user_id from client_members m
      where m.client_id = target_client and m.manages
        and (select u.status from user_profiles u where u.id = m.user_id) = 'active'
  ) topics
$$;
revoke execute on function announce_client(uuid) from public;
grant execute on function announce_client(uuid) to muster_app;

-- Sends one event per organisation and statement, however many people a statement affects, and none while there is only one
-- organisation.
create function announce_client_members() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if only_client() is not null then
    return null;
  end if;
  -- Skips members who were removed together with their organisation.
  perform announce_client(id) from clients where id in (select client_id from changed);
  -- Removed members are notified here, because the organisation's announcements no longer reach them.
  if tg_op = 'DELETE' then
    insert into feed_events (topic, kind, payload)
    select 'user:' || c.user_id, 'organisation.changed', jsonb_build_object('clientId', c.client_id)
      from changed c join user_profiles u on u.id = c.user_id where c.manages;
  end if;
  return null;
end $$;
create trigger announce_client_members_added after insert on client_members referencing new table as changed
  for each statement execute function announce_client_members();
create trigger announce_client_members_changed after update on client_members referencing new table as changed
  for each statement execute function announce_client_members();
create trigger announce_client_members_removed after delete on client_members referencing old table as changed
  for each statement execute function announce_client_members();

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
