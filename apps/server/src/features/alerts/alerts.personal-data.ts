import type { PersonalList } from '../../platform/personal-list.ts'

export const alertsPersonalData: readonly PersonalList[] = [
  {
    name: 'alerts',
    says: 'The inbox: a row for each event that concerned one.',
    table: 'user_alerts',
    of: 'user_id',
    order: 'created_at, id',
    leftOut: { 'detects an alert that was raised already': ['source'] },
  },
  {
    name: 'alert-preferences',
    says: 'How alerts come, by their type.',
    table: 'alert_preferences',
    of: 'user_id',
    order: 'type',
  },
  {
    name: 'quiet-hours',
    says: 'When nothing but urgent alerts comes.',
    table: 'quiet_hours',
    of: 'user_id',
    order: 'user_id',
  },
]
