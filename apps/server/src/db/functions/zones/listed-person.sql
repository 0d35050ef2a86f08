-- Returns the contact data that managers see, in addition to name and code, once a person has entered their zone.
create function member_contact(u user_profiles) returns jsonb language sql stable as $$
  select jsonb_build_object('email', u.email, 'profileImageUrl', u.profile_image,
    'consent', coalesce((last_consent(u.id)).decision, 'unasked'))
$$;
-- Returns a membership as events send it: its row in the zone's lists, without presence. For people who have not accepted their
-- invitation, it has no contact data. The picture is a stored path, for which each receiver gets a signed link of their own
-- (live/with-links.ts).
create function listed_person(a zone_assignments, u user_profiles) returns jsonb language sql stable as $$
  select jsonb_build_object('assignmentId', a.assignment_id, 'zoneRole', a.role, 'assignedAt', wire_time(a.assigned_at),
    'firstName', u.first_name, 'lastName', u.last_name, 'userCode', u.user_code,
    'member', case when a.accepted_at is not null then member_contact(u) end)
$$;
-- Only triggers and the check writer call these functions.
revoke execute on function member_contact(user_profiles) from public;
revoke execute on function listed_person(zone_assignments, user_profiles) from public;
