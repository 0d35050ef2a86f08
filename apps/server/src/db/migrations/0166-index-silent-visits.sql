-- endSilentVisits (jobs) looks each minute for visits that a reading outside may end. They are few of all rows, in the order of the locks.
create index presence_tracking_silent on presence_tracking (user_id, zone_id)
  where is_inside_zone and not pending_inside and pending_since > pending_from;
