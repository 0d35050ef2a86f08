-- Internal admins read the top-level folders and files of all zones page by page, in each of the orders of the list.
create index folders_top_by_name on folders (lower(name), id) where parent_folder_id is null and deleted_at is null;
create index documents_top_by_name on documents (lower(title), id) where folder_id is null and deleted_at is null;
create index documents_top_newest on documents (updated_at desc, id desc) where folder_id is null and deleted_at is null;
create index documents_top_largest on documents (file_size desc, id desc) where folder_id is null and deleted_at is null;
