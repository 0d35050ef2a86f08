import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const shiftsPersonalData: readonly PersonalList[] = [
  {
    name: 'attendance-corrections',
    says: msg`Corrections of one’s own days, and those one made of the days of others, whose words are not in here.`,
    table: 'attendance_corrections',
    kind: 'visits',
    of: { user_id: 'about_me', corrected_by: 'by_me' },
    order: 'corrected_at, id',
    onlyAboutMe: ['first_in', 'last_out', 'inside_minutes', 'excused', 'reason'],
  },
  {
    name: 'attendance-objections',
    says: msg`Objections one raised to one’s own days, with their answers, and those of others one answered.`,
    table: 'attendance_objections',
    kind: 'visits',
    of: { user_id: 'about_me', answered_by: 'answered_by_me' },
    order: 'created_at, id',
    onlyAboutMe: ['text', 'answer'],
  },
  {
    name: 'shift-plans',
    says: msg`The plans of expected hours one made.`,
    table: 'shift_plans',
    of: 'created_by',
    order: 'created_at, id',
  },
  {
    name: 'holidays-added',
    says: msg`The holidays of zones one added.`,
    table: 'zone_holidays',
    of: 'created_by',
    order: 'zone_id, day',
  },
]
