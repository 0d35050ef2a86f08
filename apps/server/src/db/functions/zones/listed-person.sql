-- What the managers of a zone see of who has entered, besides name and code.
create function member_contact(u user_profiles) returns jsonb language sql stable as $$
  select jsonb_build_object('email', u.email, 'profileImageUrl', u.profile_image,
    'consent', coalesce((last_consent(u.id)).decision, 'unasked'))
$$;
-- A membership as events tell it: all of its row in the lists of the zone but the presence. Of who was only invited, name and
-- code. The picture is a stored path: whoever hears of it is given a link of their own (live/with-links.ts).
create function listed_person(a zone_assignments, u user_profiles) returns jsonb language sql stable as $$
  select jsonb_build_object('assignmentId', a.assignment_id, 'zoneRole', a.role, 'assignedAt', wire_time(a.assigned_at),
    'firstName', u.first_name, 'lastName', u.last_name, 'userCode', u.user_code,
    'member', case when a.accepted_at is not null then member_contact(u) end)
$$;
-- Triggers and the check writer alone tell of people in this form.
revoke execute on function member_contact(user_profiles) from public;
revoke execute on function listed_person(zone_assignments, user_profiles) from public;
