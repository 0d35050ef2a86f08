-- The people who left a zone, last exit first, and groups by their newest message, of one zone and of all.
create index presence_tracking_left on presence_tracking (zone_id, exit_time desc, user_id desc)
  where is_inside_zone = false and exit_time is not null;
create index groups_zone_recent on groups (zone_id, coalesce(last_message_at, created_at) desc, id desc);
create index groups_recent on groups (coalesce(last_message_at, created_at) desc, id desc);
