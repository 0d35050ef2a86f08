-- How many visitors may sign in with the zone's poster in a day.
alter table visitor_settings add column poster_day_most integer not null default 300 check (poster_day_most between 10 and 2000);
