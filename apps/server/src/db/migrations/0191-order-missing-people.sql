-- The missing of an emergency in the order in which they are listed: people who are called but not known to be on the site come last.
create index emergency_people_missing on emergency_people (emergency_id, (why in ('off_site', 'expected')), sort_name, id)
  where state = 'missing';
