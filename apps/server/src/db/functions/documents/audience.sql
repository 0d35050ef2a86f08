-- The people in a zone who see one of its folders or, without a folder, its documents outside folders. With `only_person`, only
-- that person, if they are among them.
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
grant execute on function folder_audience(uuid, uuid, uuid) to muster_app;

-- The people required to read a document: people who see it and, if the requirement names a group, belong to that group. The person
-- who asked is excluded.
create function readers_of(target_document uuid, only_person uuid default null) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select person from document_readings r join documents d on d.id = r.document_id,
    lateral folder_audience(d.zone_id, d.folder_id, only_person) person
  where r.document_id = target_document and person is distinct from r.asked_by
    and (r.group_id is null or exists (select from group_members m where m.group_id = r.group_id and m.user_id = person))
$$;
revoke execute on function readers_of(uuid, uuid) from public;

create function waiting_readers(target_document uuid) returns uuid[]
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(person), '{}') from documents d, lateral readers_of(d.id) person
  where d.id = target_document and not exists (select from document_confirmations c
    where c.document_id = d.id and c.user_id = person and c.version = d.version)
$$;
revoke execute on function waiting_readers(uuid) from public;
grant execute on function waiting_readers(uuid) to muster_app;

-- True if the actor is required to read a document. Internal admins see the files in every zone, but are required to read them only
-- where they are members.
create function is_reader(target_document uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from readers_of(target_document, actor_id()) person where person = actor_id())
$$;

-- Lists a document's required readers with the newest version each has confirmed, those who have not confirmed any first, then by
-- name. Only for people who may view the zone's users.
create function list_readers(target_document uuid) returns table (user_id uuid, name text, confirmed_at timestamptz, is_current boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select person, trim(u.first_name || ' ' || u.last_name), c.confirmed_at,
    coalesce(c.version = d.version, false)
  from documents d, lateral readers_of(d.id) person
    join user_profiles u on u.id = person
    left join lateral (select * from document_confirmations own
      where own.document_id = target_document and own.user_id = person order by own.version desc limit 1) c on true
  where d.id = target_document and d.zone_id in (select actor_zones_with('view_zone_users'))
  order by c.confirmed_at is not null, lower(u.first_name), lower(u.last_name), person
$$;

-- Lists every confirmation of a document, newest version first, including those of people who are no longer required to read it.
-- Only for people who may view the zone's users.
create function list_confirmations(target_document uuid, most integer)
returns table (user_id uuid, name text, version integer, confirmed_at timestamptz, asked_by text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, trim(u.first_name || ' ' || u.last_name), c.version, c.confirmed_at,
    trim(a.first_name || ' ' || a.last_name)
  from document_confirmations c join documents d on d.id = c.document_id join user_profiles u on u.id = c.user_id
    left join user_profiles a on a.id = c.asked_by
  where c.document_id = target_document and d.zone_id in (select actor_zones_with('view_zone_users'))
  order by c.version desc, c.confirmed_at desc, u.id
  limit most
$$;

-- The people alerted about the review of a document: the uploader of its newest version or, if they can no longer see or review it,
-- everybody who may upload to the zone. Nobody in a zone that is not active.
create function reviewers_of(target_document uuid) returns uuid[]
language sql stable security definer set search_path = public, pg_temp as $$
  with document as (
    select d.uploaded_by, d.zone_id, d.folder_id from documents d join zones z on z.id = d.zone_id and z.status = 'active'
    where d.id = target_document),
  possible as (
    select a.user_id as person from document d
      join members_with('upload_files') a on a.zone_id = d.zone_id
      join user_profiles u on u.id = a.user_id and u.status = 'active'
    where a.user_id in (select folder_audience(d.zone_id, d.folder_id))
    union
    select u.id from document d
      join user_profiles u on u.id = d.uploaded_by and u.status = 'active'
      join role_permissions p on p.role = u.role and p.permission = 'view_all_zones'
      join role_permissions q on q.role = u.role and q.permission = 'upload_files')
  select coalesce(array_agg(person), '{}') from possible
  where person = (select uploaded_by from document)
    or not exists (select from possible join document on person = uploaded_by)
$$;
revoke execute on function reviewers_of(uuid) from public;
