create trigger keep_updated_at before update of name, description, parent_folder_id on folders
  for each row execute function keep_updated_at();
create trigger keep_updated_at before update of title, file_url, folder_id on documents for each row execute function keep_updated_at();

-- Restricts a folder from its first group link onwards. Unlinking its last group opens the folder to everybody; deleting that group
-- does not.
create function keep_folder_for_groups() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    update folders set for_groups = true where id = new.folder_id and not for_groups;
  elsif exists (select from groups where id = old.group_id) then
    update folders f set for_groups = false where id = old.folder_id
      and not exists (select from folder_group_links l where l.folder_id = f.id);
  end if;
  return null;
end $$;
create trigger keep_folder_for_groups after insert or delete on folder_group_links
  for each row execute function keep_folder_for_groups();
