-- No base map is no choice: the default is shown and a super admin is asked once. Only a new installation begins so: one that has
-- people keeps what it showed, because nobody was asked whether their browsers may ask another server.
alter table map_settings
  alter column base drop not null,
  alter column base drop default,
  add column place_search text not null default 'none' check (place_search in ('none', 'photon', 'nominatim'));
update map_settings set base = null where base = '{"kind": "built_in"}' and not exists (select from user_profiles);
