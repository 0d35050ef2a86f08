-- The day by which a document is to be reviewed, and the months to the next review; null for a review that does not repeat.
-- `review_alerted` says which alert about this day was sent: 'soon', then 'due'.
alter table documents
  add column review_on date,
  add column review_months integer check (review_months between 1 and 120),
  add column review_alerted text check (review_alerted in ('soon', 'due')),
  add column reviewed_at timestamptz,
  add column reviewed_by uuid references user_profiles (id) on delete set null;
create index documents_review on documents (review_on, id) where review_on is not null and deleted_at is null;
create index documents_reviewed_by on documents (reviewed_by);
