-- Sets `updated_at` in the database, because requests have no grant to write it.
create function keep_updated_at() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger keep_updated_at before update of name, description, max_capacity, shape, status, client_id on zones
  for each row execute function keep_updated_at();
create trigger keep_updated_at before update of title, message, priority, target_roles, target_groups, target_group_names, inside_only,
  answers, answer_meanings, media_url, send_at on broadcasts
  for each row execute function keep_updated_at();
create trigger keep_updated_at before update of first_name, last_name, skills, profile_image, user_code, emergency_contact_name,
  emergency_contact_phone, emergency_contact_relationship on user_profiles
  for each row execute function keep_updated_at();
