-- Returns how something urgent gets to each of these accounts: 'device' if one of them has notifications and a session that still lives,
-- 'app' if the person is signed in anywhere and may open it, else 'none'.
create function reach_of(people uuid[]) returns table (user_id uuid, way text) language sql stable as $$
  select its.person, case when u.id is null then 'none'
    when its.person in (select s.user_id from push_subscriptions s
      join auth.sessions session on session.id = s.session_id and session.expires_at > now() where s.user_id = any(people)) then 'device'
    when its.person in (select session.user_id from auth.sessions session
      where session.user_id = any(people) and session.expires_at > now()) then 'app'
    else 'none' end
  from unnest(people) its (person) left join user_profiles u on u.id = its.person and u.status = 'active'
$$;
revoke execute on function reach_of(uuid[]) from public;
