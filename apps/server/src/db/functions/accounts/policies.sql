create policy see_self on user_profiles for select to muster_app using (id = (select actor_id()));
create policy see_everyone on user_profiles for select to muster_app
  using ((select actor_can('view_users')) and (select actor_can('view_all_zones')));
-- This policy is evaluated for each person separately, because the set of all visible people can contain a hundred thousand. What
-- managers may see of people who are only invited comes from `zone_people`.
create policy see_members on user_profiles for select to muster_app using (exists (
  select from zone_assignments a where a.user_id = user_profiles.id and a.accepted_at is not null
    and a.zone_id in (select actor_zones_with('view_zone_users'))));
create policy change_self on user_profiles for update to muster_app
  using (id = (select actor_id())) with check (id = (select actor_id()));
grant select on user_profiles to muster_app;
grant update (first_name, last_name, skills, profile_image, emergency_contact_name, emergency_contact_phone,
  emergency_contact_relationship, language) on user_profiles to muster_app;

-- People may replace their own code. The server generates the new one, and the unique key rejects a code that is taken.
grant update (user_code) on user_profiles to muster_app;
