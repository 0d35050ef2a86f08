-- An event of an organisation goes to the few people who look after it. Without this index the plan depends on statistics: one made
-- before the first rows arrived compared every account with every member.
create index client_members_manages on client_members (client_id, user_id) where manages;
