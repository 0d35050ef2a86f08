-- A nightly job removed the files of folders and conversations a day after their upload. Rows whose file was lost have no
-- file_url, so that screens can say so. From now on a file stays for as long as one of these rows names it.
alter table documents alter column file_url drop not null;
alter table document_versions alter column file_url drop not null;
alter table group_files alter column file_url drop not null;

-- Losing a file is no change that anybody made: no time is touched and nothing is published.
alter table documents disable trigger user;
update documents d set file_url = null where not exists (select from stored_files s where s.path = d.file_url);
alter table documents enable trigger user;
alter table document_versions disable trigger user;
update document_versions v set file_url = null where not exists (select from stored_files s where s.path = v.file_url);
alter table document_versions enable trigger user;
alter table group_files disable trigger user;
update group_files f set file_url = null where not exists (select from stored_files s where s.path = f.file_url);
alter table group_files enable trigger user;

alter table documents add constraint documents_file foreign key (file_url) references stored_files (path);
alter table document_versions add constraint document_versions_file foreign key (file_url) references stored_files (path);
alter table group_files add constraint group_files_file foreign key (file_url) references stored_files (path);
create index documents_file on documents (file_url);
create index document_versions_file on document_versions (file_url);
create index group_files_file on group_files (file_url);
