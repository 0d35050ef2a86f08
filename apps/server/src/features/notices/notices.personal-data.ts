import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const noticesPersonalData: readonly PersonalList[] = [
  {
    name: 'notices',
    says: msg`The entries, exits and shifts you chose to be told about.`,
    table: 'notice_rules',
    kind: 'sessions',
    of: 'user_id',
    order: 'created_at, id',
    leftOut: { 'detects a change that was reported already': ['reached'] },
  },
  {
    name: 'followed-by',
    says: msg`The zones in which somebody is told when you enter or leave.`,
    table: 'notice_people',
    kind: 'presence',
    of: 'user_id',
    order: 'zone_id, rule_id',
    leftOut: { 'detects a change that was reported already': ['inside', 'exit_time'] },
  },
]
