-- Returns the contact data, in addition to name and code, that managers of a zone see of people who entered it.
create function member_contact(u user_profiles) returns jsonb language sql stable as $$
  select jsonb_build_object('email', u.email, 'profileImageUrl', u.profile_image,
    'consent', coalesce((last_consent(u.id)).decision, 'unasked'))
$$;
-- Returns a membership in the form sent in events: its whole row in the zone's lists except presence; name and code only for
-- invited people. The picture is a stored path: each receiver gets their own signed link (live/with-links.ts).
create function listed_person(a zone_assignments, u user_profiles) returns jsonb language sql stable as $$
  select jsonb_build_object('assignmentId', a.assignment_id, 'zoneRole', a.role, 'assignedAt', wire_time(a.assigned_at),
    'firstName', u.first_name, 'lastName', u.last_name, 'userCode', u.user_code,
    'member', case when a.accepted_at is not null then member_contact(u) end)
$$;
-- Only triggers and the check writer use this form.
revoke execute on function member_contact(user_profiles) from public;
revoke execute on function listed_person(zone_assignments, user_profiles) from public;
