-- A message takes the next number of its group. The lock of the group is held until the commit, so that the feed has the messages in
-- the same order. A request that the sender made before takes no number and leaves no row.
create function number_message() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from groups where id = new.group_id for no key update;
  if exists (select from group_messages where sender_id = new.sender_id and request_id = new.request_id) then
    return null;
  end if;
  update groups set last_number = last_number + 1, last_message_at = now() where id = new.group_id
    returning last_number into new.number;
  return new;
end $$;
create trigger number_message before insert on group_messages for each row execute function number_message();

create function name_of_person(person uuid) returns text language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), 'Unnamed member') from user_profiles u where u.id = person
$$;
revoke execute on function name_of_person(uuid) from public;

-- A message as the screens of the group show it. Its file is named by its path: each screen is given a link of its own. Only members can
-- be mentioned: the name of anybody else would reach people who may not know it.
create function message_facts(said group_messages) returns jsonb language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object('id', said.id, 'groupId', said.group_id, 'number', said.number, 'requestId', said.request_id,
    'senderId', said.sender_id, 'senderName', name_of_person(said.sender_id), 'text', said.message_text,
    'file', (select jsonb_build_object('id', f.id, 'name', f.name, 'kind', 'office', 'size', f.size_bytes, 'url', f.path,
        'thumbnailUrl', case when f.has_thumbnail then f.path end) from stored_files f where f.path = said.file_url),
    'replyTo', (select jsonb_build_object('id', m.id, 'number', m.number,
        'senderName', coalesce(name_of_person(m.sender_id), 'Former member'), 'text', left(m.message_text, 200))
      from group_messages m where m.id = said.reply_to),
    'mentions', coalesce((select jsonb_agg(jsonb_build_object('id', m.user_id, 'name', name_of_person(m.user_id))
        order by array_position(said.mentions, m.user_id))
      from group_members m where m.group_id = said.group_id and m.user_id = any(said.mentions)), '[]'),
    'reactions', '[]'::jsonb, 'createdAt', wire_time(said.created_at),
    'writtenAt', wire_time(said.written_at), 'editedAt', null, 'deletedAt', null)
$$;
revoke execute on function message_facts(group_messages) from public;

-- Who wrote a message has read up to it. Who is mentioned has an alert, also where the group is muted.
create function follow_message() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  the_group groups;
begin
  select * into the_group from groups where id = new.group_id;
  insert into group_reads (group_id, user_id, last_read) values (new.group_id, new.sender_id, new.number)
    on conflict (group_id, user_id) do update set last_read = excluded.last_read;
  insert into feed_events (topic, kind, payload)
    values ('group:' || new.group_id, 'group.message', jsonb_build_object('zoneId', the_group.zone_id, 'groupId', new.group_id,
      'message', message_facts(new)));
  if new.mentions = '{}' then
    return null;
  end if;
  perform replace_alerts('group_activity', the_group.zone_id, name_of_person(new.sender_id) || ' mentioned you in ' || the_group.name,
    new.message_text, jsonb_build_object('groupId', the_group.id, 'groupName', the_group.name),
    'group:' || the_group.id || ':mention',
    array(select m.user_id from group_members m
      where m.group_id = new.group_id and m.user_id = any(new.mentions) and m.user_id <> new.sender_id));
  return null;
end $$;
create trigger follow_message after insert on group_messages for each row execute function follow_message();

create function announce_message_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed_events (topic, kind, payload)
    values ('group:' || new.group_id, 'group.message_changed', jsonb_build_object('groupId', new.group_id, 'messageId', new.id,
      'number', new.number, 'text', new.message_text, 'editedAt', wire_time(new.edited_at), 'deletedAt', wire_time(new.deleted_at)));
  return null;
end $$;
create trigger announce_message_change after update of message_text, deleted_at on group_messages
  for each row execute function announce_message_change();

create function announce_reaction() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  its group_reactions := case when tg_op = 'DELETE' then old else new end;
  its_number bigint;
begin
  select number into its_number from group_messages where id = its.message_id;
  -- With the message itself its reactions go.
  if not found then
    return null;
  end if;
  insert into feed_events (topic, kind, payload)
    select 'group:' || its.group_id, 'group.reaction', jsonb_build_object('groupId', its.group_id, 'messageId', its.message_id,
      'number', its_number, 'userId', its.user_id, 'emoji', its.emoji, 'on', tg_op = 'INSERT',
      'count', (select count(*) from group_reactions r where r.message_id = its.message_id and r.emoji = its.emoji));
  return null;
end $$;
create trigger announce_reaction after insert or delete on group_reactions for each row execute function announce_reaction();

-- The person's other screens hear how far they read, the screens of the group every two seconds at most that somebody did. The writer of a
-- message has read it, which its own event says: the first reader is announced at once. Never waits for who is writing: they hold the group
-- and may wait for this row.
create function announce_read() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  free uuid;
begin
  select id into free from groups
    where id = new.group_id and coalesce(reads_told_at, '-infinity') < clock_timestamp() - interval '2 seconds'
      and not exists (select from group_messages m
        where m.group_id = new.group_id and m.number = new.last_read and m.sender_id = new.user_id)
    for no key update skip locked;
  if free is not null then
    update groups set reads_told_at = clock_timestamp() where id = free;
  end if;
  insert into feed_events (topic, kind, payload)
  select topic, 'group.read', jsonb_build_object('groupId', new.group_id, 'userId', new.user_id, 'number', new.last_read)
  from unnest(array['user:' || new.user_id] || case when free is null then '{}' else array['group:' || free] end) topic;
  return null;
end $$;
create trigger announce_read after update of last_read on group_reads
  for each row when (new.last_read > old.last_read) execute function announce_read();

create function announce_mute() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed_events (topic, kind, payload)
    values ('user:' || new.user_id, 'group.muted', jsonb_build_object('groupId', new.group_id, 'userId', new.user_id, 'muted', new.muted));
  return null;
end $$;
create trigger announce_mute after update of muted on group_reads
  for each row when (new.muted <> old.muted) execute function announce_mute();

-- The screens of the group show for a moment that the actor is writing.
create function say_typing(target_group uuid) returns boolean language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if target_group not in (select actor_chats()) then
    return false;
  end if;
  insert into feed_events (topic, kind, payload) values ('group:' || target_group, 'group.typing',
    jsonb_build_object('groupId', target_group, 'userId', actor_id(), 'name', name_of_person(actor_id())));
  return true;
end $$;

-- The alert of messages one has not read: their number, and who wrote the newest.
create function unread_alert_title(messages bigint, group_name text) returns text language sql immutable parallel safe as $$
  select case messages when 1 then 'New message in ' else messages || ' new messages in ' end || group_name
$$;
create function newest_message_line(its groups) returns text language sql stable as $$
  select coalesce(name_of_person(m.sender_id), 'Former member') || ': ' || coalesce(nullif(m.message_text, ''), m.file_name, '')
  from group_messages m where m.group_id = its.id and m.deleted_at is null order by m.number desc limit 1
$$;
revoke execute on function unread_alert_title(bigint, text), newest_message_line(groups) from public;

-- A member who has not read for a while has one alert of the group. While it is unread it counts further messages in silence; after they
-- have read the group, the next one takes its place. Answers how many people were alerted.
create function tell_unread_messages(after interval) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  its record;
  told integer := 0;
begin
  with further as (
    update group_reads r set alerted = g.last_number
      from groups g
      where g.id = r.group_id and g.last_message_at > now() - interval '1 day' and not r.muted
        and r.alerted > r.last_read and r.alerted < g.last_number
    returning r.user_id, r.last_read, g as its),
  counted as (
    update user_alerts a set title = left(unread_alert_title((f.its).last_number - f.last_read, (f.its).name), 300),
        description = left(coalesce(newest_message_line(f.its), ''), 1000)
      from further f where a.user_id = f.user_id and a.source = 'group:' || (f.its).id || ':unread'
    returning a.user_id)
  insert into feed_events (topic, kind, payload)
    select distinct 'user:' || c.user_id, 'alerts.changed', jsonb_build_object('userId', c.user_id) from counted c;
  for its in
    with behind as (
      update group_reads r set alerted = g.last_number
        from groups g, group_messages first_unread, group_members m
        where g.id = r.group_id and g.last_message_at > now() - interval '1 day' and g.last_number > r.last_read
          and not r.muted and r.alerted <= r.last_read
          and m.group_id = r.group_id and m.user_id = r.user_id
          and first_unread.group_id = r.group_id and first_unread.number = r.last_read + 1
          and first_unread.created_at < now() - after
      returning r.group_id, r.user_id, g.last_number - r.last_read as messages)
    select g.id, g.zone_id, g.name, newest_message_line(g) as line, b.messages, array_agg(b.user_id) as people
      from behind b join groups g on g.id = b.group_id group by g.id, b.messages
  loop
    perform replace_alerts('group_activity', its.zone_id, unread_alert_title(its.messages, its.name), coalesce(its.line, ''),
      jsonb_build_object('groupId', its.id, 'groupName', its.name), 'group:' || its.id || ':unread', its.people);
    told := told + cardinality(its.people);
  end loop;
  return told;
end $$;
revoke execute on function tell_unread_messages(interval) from public;
