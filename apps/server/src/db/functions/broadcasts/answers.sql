-- Returns what an answer means; 'neutral' if no meaning is stored, null without an answer.
create function answer_meaning(meanings text[], answers text[], given text) returns text language sql immutable parallel safe as $$
  select case when given is not null then coalesce(meanings[array_position(answers, given)], 'neutral') end
$$;

-- Returns a recipient's sort order: people who need help first, then those who have not responded, then unreachable ones, then
-- other responses, and safe answers last. Having seen the broadcast counts as a response unless it `asks` something.
create function recipient_rank(state text, meaning text, asks boolean) returns integer language sql immutable parallel safe as $$
  select case when meaning = 'help' then 0
    when state in ('queued', 'delivered', 'pushed') or state = 'seen' and asks then 1
    when state = 'unreachable' then 2
    when meaning = 'safe' then 4
    else 3 end
$$;

-- Returns when an urgent question ended: when somebody ended it, or 7 days after it was sent (`limits.openQuestionDays`); null
-- while it is open, and for broadcasts that are not urgent questions.
create function question_ended_at(its broadcasts) returns timestamptz language sql stable set search_path = public, pg_temp as $$
  select case when its.state = 'sent' and its.priority = 'urgent' and cardinality(its.answers) > 0
    then coalesce(its.closed_at, case when its.sent_at <= now() - interval '7 days' then its.sent_at + interval '7 days' end) end
$$;

-- The urgent questions that the actor has not answered and may still read. Runs as the actor, because row-level security hides a
-- zone's broadcasts, and with them their questions, once a membership ends.
create function actor_open_questions() returns setof uuid language sql stable set search_path = public, pg_temp as $$
  select b.id from broadcast_recipients r join broadcasts b on b.id = r.broadcast_id
  where r.user_id = actor_id() and r.state in ('queued', 'delivered', 'pushed', 'seen')
    and b.state = 'sent' and b.priority = 'urgent' and cardinality(b.answers) > 0 and question_ended_at(b) is null
$$;

-- The people who are responsible for a recipient: by zone, those who see the people of an active zone in which the recipient got
-- the broadcast; also the sender, if they see all zones.
create function helpers_of(target uuid, person uuid) returns table (zone_id uuid, user_ids uuid[])
language sql stable security definer set search_path = public, pg_temp as $$
  select a.zone_id, array_agg(a.user_id)
  from broadcasts b
    join zone_assignments own on own.user_id = person and own.accepted_at is not null and (b.zone_id is null or own.zone_id = b.zone_id)
    join zones z on z.id = own.zone_id and z.status = 'active'
    join members_with('view_zone_users') a on a.zone_id = own.zone_id and a.accepted_at is not null and a.user_id <> person
  where b.id = target
  group by a.zone_id
  union all
  select b.zone_id, array[u.id] from broadcasts b join user_profiles u on u.id = b.sender_id
  where b.id = target and u.id <> person
    and exists (select from role_permissions p where p.role = u.role and p.permission = 'view_all_zones')
$$;
revoke execute on function helpers_of(uuid, uuid) from public;
grant execute on function helpers_of(uuid, uuid) to muster_app;

-- The people who were alerted to a recipient's answer, by zone, and whether the alert said that it was a call for help, which is `open`
-- until somebody marks it as handled.
create function alerted_helpers(target uuid, person uuid) returns table (zone_id uuid, user_ids uuid[], called boolean, open boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.zone_id, array_agg(a.user_id), bool_or(a.metadata ->> 'meaning' = 'help'),
    bool_or(a.metadata ->> 'meaning' = 'help' and not a.metadata ? 'endedAt')
  from user_alerts a where a.source = 'answer:' || target || ':' || person and a.source like 'answer:%'
  group by a.zone_id
$$;
revoke execute on function alerted_helpers(uuid, uuid) from public;
grant execute on function alerted_helpers(uuid, uuid) to muster_app;

-- Ends a recipient's call for help for everybody who was alerted to it, and returns them, if the actor is one of them.
create function end_call_for_help(target uuid, person uuid) returns uuid[]
language sql volatile security definer set search_path = public, pg_temp as $$
  with ended as (
    update user_alerts a
    set metadata = a.metadata || jsonb_build_object('endedAt', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    where a.source = 'answer:' || target || ':' || person and a.source like 'answer:%'
      and a.metadata ->> 'meaning' = 'help' and not a.metadata ? 'endedAt'
      and exists (select from user_alerts own where own.user_id = actor_id() and own.source = a.source)
    returning a.user_id)
  select coalesce(array_agg(user_id), '{}') from ended
$$;
revoke execute on function end_call_for_help(uuid, uuid) from public;
grant execute on function end_call_for_help(uuid, uuid) to muster_app;

-- Returns the status of the actor's call for help: how many people were alerted, up to three of those who have seen it, and up to
-- two of them to call. The sender comes first, then others who manage one of the actor's zones. Returns no row unless the actor
-- asked for help.
create function own_call_for_help(target uuid) returns table (alerted integer, seen_by text[], contacts jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  with mine as (
    select b.sender_id from broadcast_recipients r join broadcasts b on b.id = r.broadcast_id
    where r.broadcast_id = target and r.user_id = actor_id()
      and answer_meaning(b.answer_meanings, b.answers, r.answer) = 'help'),
  helpers as (
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, trim(u.phone) as phone, u.id = m.sender_id as sent,
      a.is_read and a.updated_at > a.created_at as has_seen, a.updated_at
    from mine m
      join user_alerts a on a.source = 'answer:' || target || ':' || actor_id() and a.source like 'answer:%'
        and a.metadata ->> 'meaning' = 'help'
      join user_profiles u on u.id = a.user_id and u.status = 'active')
  select (select count(*)::int from helpers),
    array(select h.name from helpers h where h.has_seen order by h.updated_at limit 3),
    coalesce((select jsonb_agg(jsonb_build_object('name', c.name, 'phone', c.phone)) from (
      select h.name, h.phone from helpers h
      where h.phone <> '' and (h.sent or exists (
        select from zone_assignments a join zone_assignments own on own.zone_id = a.zone_id and own.user_id = actor_id()
        where a.user_id = h.id and a.role = 'zone_manager_rw' and a.accepted_at is not null and own.accepted_at is not null))
      order by h.sent desc, h.has_seen desc, h.name limit 2) c), '[]')
  from mine
$$;

-- Returns up to two people the actor can call about an urgent question they received: first its sender, then read-write managers of
-- its zone (for a broadcast to all zones, of any of the actor's zones). Screens read this before anybody asks for help, so that the
-- telephone numbers are on the device even without a network.
create function question_contacts(target uuid) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  with mine as (
    select b.zone_id, b.sender_id from broadcast_recipients r join broadcasts b on b.id = r.broadcast_id
    where r.broadcast_id = target and r.user_id = actor_id() and r.state <> 'unreachable'
      and b.state = 'sent' and b.priority = 'urgent' and cardinality(b.answers) > 0),
  managers as (
    select distinct a.user_id from mine m
      join zone_assignments own on own.user_id = actor_id() and own.accepted_at is not null
        and (m.zone_id is null or own.zone_id = m.zone_id)
      join zones z on z.id = own.zone_id and z.status = 'active'
      join zone_assignments a on a.zone_id = own.zone_id and a.role = 'zone_manager_rw' and a.accepted_at is not null)
  select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'phone', c.phone) order by c.is_sender desc, c.name), '[]') from (
    select trim(u.first_name || ' ' || u.last_name) as name, trim(u.phone) as phone,
      u.id = m.sender_id as is_sender
    from mine m join user_profiles u on u.id = m.sender_id or u.id in (select user_id from managers)
    where u.id <> actor_id() and u.status = 'active' and trim(u.phone) <> ''
    order by is_sender desc, name limit 2) c
$$;
