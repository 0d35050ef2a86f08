-- The words of a text as people search them: without accents and capitals, parted by what is no letter, digit or mark of a
-- script. It stands here like uuid_v7: a column rests on it, and it never changes. domain/search-words.ts is its twin.
create function search_words(texts text) returns tsvector language sql immutable strict parallel safe as $$
  select array_to_tsvector(array_remove(regexp_split_to_array(
    lower(regexp_replace(normalize(texts, nfd), '[\u0300-\u036f]', '', 'g')), '[\s!-/:-@\[-`{-~]+'), ''))
$$;

-- A person is found by the beginnings of the words of their name, code and address (zone_people). Of who was only invited to a
-- zone its managers know no address: there the function asks name and code alone.
alter table user_profiles add column search tsvector
  generated always as (search_words(first_name || ' ' || last_name || ' ' || user_code || ' ' || email)) stored;
create index user_profiles_search on user_profiles using gin (search) with (fastupdate = off);

-- The people of a zone, the newest first, a page at a time (zone_people): two may have been added in one moment.
create index zone_assignments_newest on zone_assignments (zone_id, assigned_at desc, assignment_id desc);
drop index zone_assignments_zone;

-- Those inside, the longest there first (listInside).
create index presence_tracking_inside on presence_tracking (zone_id, entry_time, user_id) where is_inside_zone;
