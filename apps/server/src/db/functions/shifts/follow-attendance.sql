-- Those who may correct the attendance of a zone, but for one person: its members, else the administrators of all zones.
create function attendance_keepers(target_zone uuid, but_not uuid) returns uuid[]
language sql stable security definer set search_path = public, pg_temp as $$
  with keeper as (
    select a.user_id from members_with('edit_zones') a join user_profiles u on u.id = a.user_id and u.status = 'active'
    where a.zone_id = target_zone and a.accepted_at is not null and a.user_id <> but_not
      and a.user_id in (select v.user_id from members_with('view_attendance') v where v.zone_id = target_zone))
  select coalesce(array_agg(k.user_id), '{}') from (
    select user_id from keeper
    union all
    select u.id from user_profiles u
    where u.status = 'active' and u.id <> but_not and not exists (select from keeper) and u.role in (
      select p.role from role_permissions p where p.permission in ('view_all_zones', 'edit_zones', 'view_attendance')
      group by p.role having count(*) = 3)) k
$$;
revoke execute on function attendance_keepers(uuid, uuid) from public;

-- Screens of the zone, of administrators and of the person ask again.
create function announce_attendance(new_kind text, target_zone uuid, person uuid, on_day date) returns void
language sql volatile security definer set search_path = public, pg_temp as $$
  insert into feed_events (topic, kind, payload)
  select topic, new_kind, jsonb_build_object('zoneId', target_zone, 'userId', person, 'day', on_day)
  from unnest(array['zone:' || target_zone, 'admin', 'user:' || person]) topic
$$;
revoke execute on function announce_attendance(text, uuid, uuid, date) from public;

-- The security log names who corrected whom, the person has an alert; where the correction accepts an objection, its answer is the alert.
create function follow_correction() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into security_events (event_type, description, actor_id, affected_user_id, severity, metadata)
  values ('attendance_corrected',
    case when new.withdrawn then 'A correction of somebody’s attendance was taken back.' else 'The attendance of somebody was corrected.' end,
    new.corrected_by, new.user_id, 'low', jsonb_build_object('zoneId', new.zone_id, 'day', new.day, 'withdrawn', new.withdrawn));
  if not exists (select from attendance_objections o where o.zone_id = new.zone_id and o.user_id = new.user_id and o.day = new.day
      and o.state = 'accepted' and o.answered_at = now()) then
    perform raise_alerts('system', new.zone_id,
      case when new.withdrawn then 'A correction of your attendance was taken back' else 'Your attendance was corrected' end,
      to_char(new.day, 'FMDD Mon YYYY') || ': ' || new.reason, jsonb_build_object('day', new.day),
      'attendance-correction:' || new.id, array[new.user_id]);
  end if;
  perform announce_attendance('attendance.corrected', new.zone_id, new.user_id, new.day);
  return null;
end $$;
create trigger follow_correction after insert on attendance_corrections for each row execute function follow_correction();

-- Managers have an alert of an objection, the person of its answer.
create function follow_objection() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  its_day text := to_char(new.day, 'FMDD Mon YYYY');
begin
  if tg_op = 'INSERT' then
    perform raise_alerts('system', new.zone_id,
      (select coalesce(nullif(trim(first_name || ' ' || last_name), ''), 'Somebody') from user_profiles where id = new.user_id)
        || ' objects to their attendance', its_day || ': ' || new.text,
      jsonb_build_object('day', new.day, 'personId', new.user_id), 'attendance-objection:' || new.id, attendance_keepers(new.zone_id, new.user_id));
  elsif new.state in ('accepted', 'declined') then
    perform raise_alerts('system', new.zone_id, 'Your objection was ' || new.state,
      its_day || case new.answer when '' then '' else ': ' || new.answer end,
      jsonb_build_object('day', new.day), 'attendance-objection:' || new.id || ':answered', array[new.user_id]);
  end if;
  perform announce_attendance('attendance.objected', new.zone_id, new.user_id, new.day);
  return null;
end $$;
create trigger follow_objection after insert or update of state on attendance_objections
  for each row execute function follow_objection();

-- Plans and holidays: one event for a zone and statement, however many days were added.
create function announce_shifts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed_events (topic, kind, payload)
  select topic, 'shifts.changed', jsonb_build_object('zoneId', c.zone_id)
  from (select distinct zone_id from changed) c join zones z on z.id = c.zone_id
    cross join lateral unnest(array['zone:' || c.zone_id, 'admin']) topic;
  return null;
end $$;
create trigger announce_plan_made after insert on shift_plans referencing new table as changed for each statement execute function announce_shifts();
create trigger announce_plan_changed after update on shift_plans referencing new table as changed for each statement execute function announce_shifts();
create trigger announce_plan_removed after delete on shift_plans referencing old table as changed for each statement execute function announce_shifts();
create trigger announce_holiday_made after insert on zone_holidays referencing new table as changed for each statement execute function announce_shifts();
create trigger announce_holiday_changed after update on zone_holidays referencing new table as changed for each statement execute function announce_shifts();
create trigger announce_holiday_removed after delete on zone_holidays referencing old table as changed for each statement execute function announce_shifts();
create trigger keep_updated_at before update on shift_plans for each row execute function keep_updated_at();
