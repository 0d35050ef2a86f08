import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const alertsPersonalData: readonly PersonalList[] = [
  {
    name: 'alerts',
    says: msg`Your inbox: one row for each event that concerned you.`,
    table: 'user_alerts',
    kind: 'alerts',
    of: 'user_id',
    order: 'created_at, id',
    leftOut: { 'detects an alert that was raised already': ['source'] },
  },
  {
    name: 'alert-preferences',
    says: msg`How you get alerts, by type.`,
    table: 'alert_preferences',
    kind: 'sessions',
    of: 'user_id',
    order: 'type',
  },
  {
    name: 'quiet-hours',
    says: msg`Times when you only get urgent alerts.`,
    table: 'quiet_hours',
    kind: 'sessions',
    of: 'user_id',
    order: 'user_id',
  },
]
