-- The meaning of each answer, in the order of `answers`. A row without meanings was written by an older version: its answers are neutral.
alter table broadcasts
  add column answer_meanings text[] not null default '{}'
    check (cardinality(answer_meanings) in (0, cardinality(answers)) and pg_column_size(answer_meanings) <= 1024
      and answer_meanings <@ array['safe', 'help', 'neutral']);
alter table broadcast_templates
  add column answer_meanings text[] not null default '{}'
    check (cardinality(answer_meanings) in (0, cardinality(answers)) and pg_column_size(answer_meanings) <= 1024
      and answer_meanings <@ array['safe', 'help', 'neutral']);

-- The form has always offered these two texts.
update broadcasts set answer_meanings = array(
    select case text when 'I am safe' then 'safe' when 'I need help' then 'help' else 'neutral' end
    from unnest(answers) with ordinality it (text, place) order by place)
  where cardinality(answers) > 0;
update broadcast_templates set answer_meanings = array(
    select case text when 'I am safe' then 'safe' when 'I need help' then 'help' else 'neutral' end
    from unnest(answers) with ordinality it (text, place) order by place)
  where cardinality(answers) > 0;

-- What became of an answer: who was alerted of it, and whether they saw it.
create index user_alerts_source on user_alerts (source) where source like 'answer:%';
