-- The company of visitors and of people with a badge, by which the board filters.
alter table emergency_people add column company text not null default '' check (length(company) <= 200);
-- The part of the list in which a person stands: 0 for names on the site, 1 for people who are called but not known to be there, 2 for
-- badges that belong to nobody. Rows of earlier versions have English words around the number.
alter table emergency_people add column section smallint not null generated always as (
  case when badge is not null and name in (badge, left('Badge ' || badge || ' (unknown)', 200)) then 2
    when why in ('off_site', 'expected') then 1 else 0 end) stored;
-- listPeople, countStates
create index emergency_people_listed on emergency_people (emergency_id, state, section, sort_name, id);
drop index emergency_people_state;
drop index emergency_people_missing;
