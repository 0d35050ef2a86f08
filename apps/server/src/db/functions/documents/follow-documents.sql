create trigger keep_updated_at before update of name, description, parent_folder_id on folders
  for each row execute function keep_updated_at();
create trigger keep_updated_at before update of title, file_url, folder_id on documents for each row execute function keep_updated_at();

-- Screens of a zone ask again what they show of its files.
create function announce_documents() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed_events (topic, kind, payload)
  select topic, 'documents.changed', jsonb_build_object('zoneId', changed.zone_id)
  from (select distinct zone_id from changes where exists (select from zones where id = changes.zone_id)) changed,
    lateral unnest(array['zone:' || changed.zone_id, 'admin']) topic;
  return null;
end $$;
create trigger announce_folders_added after insert on folders referencing new table as changes
  for each statement execute function announce_documents();
create trigger announce_folders_changed after update on folders referencing new table as changes
  for each statement execute function announce_documents();
create trigger announce_documents_added after insert on documents referencing new table as changes
  for each statement execute function announce_documents();
create trigger announce_documents_changed after update on documents referencing new table as changes
  for each statement execute function announce_documents();
create trigger announce_readings_added after insert on document_readings referencing new table as changes
  for each statement execute function announce_documents();
create trigger announce_readings_changed after update on document_readings referencing new table as changes
  for each statement execute function announce_documents();
create trigger announce_readings_removed after delete on document_readings referencing old table as changes
  for each statement execute function announce_documents();

-- A folder is for groups from its first link on. Taken from its last one it is for everybody; where that group was deleted it is not.
create function keep_folder_for_groups() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    update folders set for_groups = true where id = new.folder_id and not for_groups;
  elsif exists (select from groups where id = old.group_id) then
    update folders f set for_groups = false where id = old.folder_id
      and not exists (select from folder_group_links l where l.folder_id = f.id);
  end if;
  return null;
end $$;
create trigger keep_folder_for_groups after insert or delete on folder_group_links
  for each row execute function keep_folder_for_groups();

create function announce_folder_link() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  its folder_group_links := case when tg_op = 'DELETE' then old else new end;
begin
  insert into feed_events (topic, kind, payload)
  select 'zone:' || f.zone_id, 'documents.changed', jsonb_build_object('zoneId', f.zone_id) from folders f where f.id = its.folder_id;
  return null;
end $$;
create trigger announce_folder_link after insert or delete on folder_group_links for each row execute function announce_folder_link();

create function announce_confirmation() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed_events (topic, kind, payload)
  select 'zone:' || d.zone_id, 'documents.changed', jsonb_build_object('zoneId', d.zone_id)
  from documents d where d.id = new.document_id;
  return null;
end $$;
create trigger announce_confirmation after insert on document_confirmations
  for each row execute function announce_confirmation();

-- The people of a zone who see a folder of it, or what lies beside its folders; with only_person, that person if they are one of them.
create function folder_audience(target_zone uuid, target_folder uuid, only_person uuid default null) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  with recursive above as (
    select id, parent_folder_id, for_groups from folders where id = target_folder
    union all select f.id, f.parent_folder_id, f.for_groups from folders f join above a on f.id = a.parent_folder_id)
  select a.user_id from members_with('view_files') a
  where a.zone_id = target_zone and (only_person is null or a.user_id = only_person) and a.accepted_at is not null and (
    a.user_id in (select w.user_id from members_with('view_zone_users') w where w.zone_id = target_zone)
    or not exists (select from above f
      where f.for_groups
        and not exists (select from folder_group_links l join group_members m on m.group_id = l.group_id
          where l.folder_id = f.id and m.user_id = a.user_id)))
$$;
revoke execute on function folder_audience(uuid, uuid, uuid) from public;

-- Who sees the folder hears of what was put into it: once in ten minutes of each folder, however many files come.
create function alert_of_document() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform raise_alerts('document_upload', new.zone_id, 'New document: ' || new.title,
    coalesce((select 'In the folder ' || name from folders where id = new.folder_id), 'In the files of the zone'),
    jsonb_build_object('documentId', new.id) || case when new.folder_id is null then '{}'::jsonb
      else jsonb_build_object('folderId', new.folder_id) end,
    'documents:' || coalesce(new.folder_id, new.zone_id) || ':' || floor(extract(epoch from now()) / 600)::bigint,
    array(select person from folder_audience(new.zone_id, new.folder_id) person where person is distinct from new.uploaded_by));
  return null;
end $$;
create trigger alert_of_document after insert on documents for each row execute function alert_of_document();

-- Those who are to read a document: who sees it, and is in the group where one was named.
create function readers_of(target_document uuid, only_person uuid default null) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select person from document_readings r join documents d on d.id = r.document_id,
    lateral folder_audience(d.zone_id, d.folder_id, only_person) person
  where r.document_id = target_document and person is distinct from r.asked_by
    and (r.group_id is null or exists (select from group_members m where m.group_id = r.group_id and m.user_id = person))
$$;
revoke execute on function readers_of(uuid, uuid) from public;

-- Whether the actor is to read a document. Internal admins see the files of every zone, and are asked only where they are members.
create function is_reader(target_document uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from readers_of(target_document, actor_id()) person where person = actor_id())
$$;

create function alert_of_reading() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  its documents;
begin
  select * into its from documents where id = new.document_id;
  perform raise_alerts('document_upload', new.zone_id,
    case when tg_op = 'INSERT' then 'Please read: ' else 'Reminder, please read: ' end || its.title,
    'Confirm in Files & Folders that you have read it.', jsonb_build_object('documentId', its.id)
      || case when its.folder_id is null then '{}'::jsonb else jsonb_build_object('folderId', its.folder_id) end,
    'reading:' || its.id || ':' || its.version || ':' || coalesce(extract(epoch from new.reminded_at)::bigint, 0),
    array(select person from readers_of(its.id) person where not exists (
      select from document_confirmations c where c.document_id = its.id and c.user_id = person and c.version = its.version)));
  return null;
end $$;
create trigger alert_of_reading after insert on document_readings for each row execute function alert_of_reading();
create trigger alert_of_reminder after update of reminded_at on document_readings
  for each row when (new.reminded_at is not null) execute function alert_of_reading();

-- Who is to read a document and who has, by name, for those who look after the people of its zone. Confirmed is the newest version that
-- the person confirmed.
create function list_readers(target_document uuid) returns table (user_id uuid, name text, confirmed_at timestamptz, is_current boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select person, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), 'Unnamed member'), c.confirmed_at,
    coalesce(c.version = d.version, false)
  from documents d, lateral readers_of(d.id) person
    join user_profiles u on u.id = person
    left join lateral (select * from document_confirmations own
      where own.document_id = target_document and own.user_id = person order by own.version desc limit 1) c on true
  where d.id = target_document and d.zone_id in (select actor_zones_with('view_zone_users'))
  order by c.confirmed_at is not null, lower(u.first_name), lower(u.last_name), person
$$;

-- Every confirmation of a document, the newest version first, for those who look after the people of its zone: also of people who are not
-- asked any more.
create function list_confirmations(target_document uuid, most integer)
returns table (user_id uuid, name text, version integer, confirmed_at timestamptz, asked_by text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), 'Unnamed member'), c.version, c.confirmed_at,
    case when a.id is not null then coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), 'Unnamed member') end
  from document_confirmations c join documents d on d.id = c.document_id join user_profiles u on u.id = c.user_id
    left join user_profiles a on a.id = c.asked_by
  where c.document_id = target_document and d.zone_id in (select actor_zones_with('view_zone_users'))
  order by c.version desc, c.confirmed_at desc, u.id
  limit most
$$;

-- What was deleted that long ago goes for good; its content goes with its rows. Answers how much went.
create function remove_deleted_documents(after interval) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  gone integer;
  more integer;
begin
  delete from documents where deleted_at < now() - after;
  get diagnostics gone = row_count;
  delete from folders where deleted_at < now() - after;
  get diagnostics more = row_count;
  return gone + more;
end $$;
revoke execute on function remove_deleted_documents(interval) from public;
