import { msg } from '@lingui/core/runtime-macro'
import type { Feature } from '../../platform/feature.ts'
import type { PersonalList } from '../../platform/personal-list.ts'
import type { Platform } from '../../platform/platform.ts'
import { shiftsEvents } from './shifts.events.ts'
import { shiftsProcedures } from './shifts.procedures.ts'

const shiftsPersonalData: readonly PersonalList[] = [
  {
    name: 'attendance-corrections',
    says: msg`Corrections to your own days, and those you made to other people’s days, without their text.`,
    table: 'attendance_corrections',
    kind: 'visits',
    counted: 'user_id = me',
    of: { user_id: 'about_me', corrected_by: 'by_me' },
    order: 'corrected_at, id',
    onlyAboutMe: ['first_in', 'last_out', 'inside_minutes', 'excused', 'reason'],
  },
  {
    name: 'attendance-objections',
    says: msg`Objections you raised about your own days, with the answers, and other people’s objections you answered.`,
    table: 'attendance_objections',
    kind: 'visits',
    counted: 'user_id = me',
    of: { user_id: 'about_me', answered_by: 'answered_by_me' },
    order: 'created_at, id',
    onlyAboutMe: ['text', 'answer'],
  },
  {
    name: 'shift-plans',
    says: msg`Plans of expected hours you created.`,
    table: 'shift_plans',
    of: 'created_by',
    order: 'created_at, id',
  },
  {
    name: 'holidays-added',
    says: msg`Zone holidays you added.`,
    table: 'zone_holidays',
    of: 'created_by',
    order: 'zone_id, day',
  },
]

export const shiftsFeature = {
  procedures: (platform: Platform) => ({ shifts: shiftsProcedures(platform) }),
  events: shiftsEvents,
  personalData: shiftsPersonalData,
} satisfies Feature
