-- True if the newest event of a badge says that somebody is inside: it came in, within the time for which that says something
-- (`badgeGoneMs`), and nobody said that the number is no person.
create function is_badge_inside(s badge_states) returns boolean language sql stable as $$
  select s.direction = 'in' and s.dismissed_at is null and s.at > now() - interval '72 hours'
$$;
