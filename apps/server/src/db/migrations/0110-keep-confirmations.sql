-- Confirmations are evidence: one for each person and version, kept with who asked when the request to read ends. They go with the
-- document or with the person.
alter table document_confirmations add column asked_by uuid references user_profiles (id) on delete set null;
update document_confirmations c set asked_by = r.asked_by from document_readings r where r.document_id = c.document_id;
create index document_confirmations_asked_by on document_confirmations (asked_by);
alter table document_confirmations
  drop constraint document_confirmations_document_id_fkey,
  add foreign key (document_id) references documents (id) on delete cascade,
  drop constraint document_confirmations_pkey,
  add primary key (document_id, user_id, version);
