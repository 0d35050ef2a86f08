-- When a recipient took themselves off: they stay on the list as somebody nobody may put back but they.
alter table report_recipients add column off_at timestamptz;
