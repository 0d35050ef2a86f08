-- endAlerts, othersTold (emergencies)
create index user_alerts_emergency on user_alerts (source collate "C") where source like 'emergency:%';

-- Alerts of emergencies that ended count as read and say when that was; older ones that were read stay as they are, because they may be
-- very many.
update user_alerts a set is_read = true,
  metadata = a.metadata || jsonb_build_object('endedAt', to_char(e.all_clear_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
from emergencies e
where a.source like 'emergency:%' and e.all_clear_at is not null and (not a.is_read or a.created_at > now() - interval '30 days')
  and e.id::text = substring(a.source from '^emergency:([0-9a-f-]{36})');
