-- When somebody ended an urgent question. Unanswered ones from before this version would all stand open at once, on every screen.
alter table broadcasts add column closed_at timestamptz check (closed_at is null or state = 'sent');
update broadcasts set closed_at = now()
  where state = 'sent' and priority = 'urgent' and cardinality(answers) > 0 and sent_at < now() - interval '1 day';

-- As every list that a request writes, these have a bound of their own.
alter table broadcasts add check (pg_column_size(answer_meanings) <= 1024);
alter table broadcast_templates add check (pg_column_size(answer_meanings) <= 1024);
