-- True if an alert reports an event in a zone and is therefore only for its members. This excludes alerts of type 'zone_assignment'
-- and 'system', which concern the recipient's own membership or account, unless they name another person (`personId`).
create function is_zone_news(its_type text, facts jsonb) returns boolean language sql immutable as $$
  select its_type not in ('zone_assignment', 'system') or facts ? 'personId'
$$;
revoke execute on function is_zone_news(text, jsonb) from public;

-- True if the person may still receive the alert: their account must be active, and zone news is only for members of the zone and
-- people who see all zones. Notices about presence are only for people who may still see who is inside.
create function alert_concerns(person uuid, target_zone uuid, its_type text, facts jsonb) returns boolean language sql stable as $$
  select exists (select from user_profiles u where u.id = person and u.status = 'active' and (
    target_zone is null or not is_zone_news(its_type, facts)
    or exists (select from zone_assignments a where a.user_id = u.id and a.zone_id = target_zone)
    or u.role in (select p.role from role_permissions p where p.permission = 'view_all_zones')))
    and (its_type <> 'presence_notice' or may_watch_zone(person, target_zone))
$$;
revoke execute on function alert_concerns(uuid, uuid, text, jsonb) from public;

-- Returns a text in a language. `texts` is either one string for everybody, or one for each language, with English as the fallback.
create function text_in(texts jsonb, language text) returns text language sql immutable as $$
  select case jsonb_typeof(texts) when 'string' then texts #>> '{}' else coalesce(texts ->> language, texts ->> 'en') end
$$;
revoke execute on function text_in(jsonb, text) from public;

-- Writes an alert to the inbox of each person who may still receive it and does not yet have one from this source, in the language
-- they currently read. Alerts of types hidden from the inbox are stored as read, so that they are kept without counting as unread.
-- Urgent alerts are always unread, because somebody's safety depends on them.
create function write_alerts(new_type text, target_zone uuid, new_title jsonb, new_description jsonb, facts jsonb, event text, people uuid[])
returns void language sql volatile security definer set search_path = public, pg_temp as $$
  insert into user_alerts (user_id, zone_id, type, title, description, metadata, source, is_read)
  select u.id, target_zone, new_type, left(text_in(new_title, its.language), 300), left(text_in(new_description, its.language), 1000),
    facts, event, not coalesce(p.inbox, true) and facts ->> 'urgent' is distinct from 'true'
  from user_profiles u left join alert_preferences p on p.user_id = u.id and p.type = new_type
    -- `offset 0` makes the planner evaluate the language once for both texts.
    cross join lateral (select reading_language(u.id, u.language) as language offset 0) its
  where u.id = any(people) and alert_concerns(u.id, target_zone, new_type, facts)
  order by u.id
  on conflict (user_id, source) do nothing
$$;
revoke execute on function write_alerts(text, uuid, jsonb, jsonb, jsonb, text, uuid[]) from public;

-- Creates the alerts for an event in its transaction: directly for up to 300 people, through a queued job (`alert_orders`) for
-- more. Features call it through `alert` in live/write.ts. See `text_in` for the format of the texts.
create function raise_alerts(new_type text, target_zone uuid, new_title jsonb, new_description jsonb, facts jsonb, event text, people uuid[])
returns void language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if cardinality(people) > 300 then
    insert into alert_orders (zone_id, type, title, description, metadata, source, user_ids)
    values (target_zone, new_type, new_title, new_description, facts, event, people);
  elsif cardinality(people) > 0 then
    perform write_alerts(new_type, target_zone, new_title, new_description, facts, event, people);
  end if;
end $$;
revoke execute on function raise_alerts(text, uuid, jsonb, jsonb, jsonb, text, uuid[]) from public;
grant execute on function raise_alerts(text, uuid, jsonb, jsonb, jsonb, text, uuid[]) to muster_app;

-- Creates the alerts of the next 500 people of an alert job, which the caller has locked, and deletes the job with the last of them. A
-- part takes a moment, so that urgent jobs get in between and no statement takes too long. People who have answered the broadcast in the
-- meantime are left out.
create function work_off_alert_order(target uuid) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  part_size constant integer := 500;
  its alert_orders;
begin
  select * into strict its from alert_orders where id = target;
  perform write_alerts(its.type, its.zone_id, its.title, its.description, its.metadata, its.source,
    array(select person from unnest(its.user_ids[:part_size]) person where not exists (
      select from broadcast_recipients r
      where r.broadcast_id = (its.metadata ->> 'broadcastId')::uuid and r.user_id = person and r.state = 'answered')));
  if cardinality(its.user_ids) > part_size then
    update alert_orders set user_ids = its.user_ids[part_size + 1:] where id = target;
  else
    delete from alert_orders where id = target;
  end if;
end $$;
revoke execute on function work_off_alert_order(uuid) from public;
