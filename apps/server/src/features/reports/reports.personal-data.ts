import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const reportsPersonalData: readonly PersonalList[] = [
  {
    name: 'report-files',
    says: msg`Reports you requested or ran again, or that someone requested about you.`,
    table: 'report_runs',
    kind: 'downloads',
    counted: 'asked_by = me',
    of: { asked_by: 'asked_by_me', rerun_by: 'run_again_by_me', person_id: 'about_me' },
    order: 'asked_at, id',
    leftOut: {
      'describes the report, not the person': [
        'rerun',
        'group_id',
        'emergency_id',
        'row_search',
        'bar_column',
        'bar_value',
        'zone_ids',
        'reach',
      ],
      'schedules one added are in their own list': ['schedule_id'],
      'describes the file, which is kept for some days and is not in the archive': [
        'percent',
        'attempt',
        'rows',
        'bytes',
        'path',
        'problem',
        'started_at',
        'finished_at',
        'expires_at',
      ],
    },
  },
  {
    name: 'report-recipients-added',
    says: msg`When you added an address to a zone’s reports.`,
    table: 'report_recipients',
    of: 'added_by',
    order: 'added_at, id',
    leftOut: { 'about somebody else': ['email', 'name', 'off_at'] },
  },
  {
    name: 'report-schedules-added',
    says: msg`Scheduled zone reports you added.`,
    table: 'report_schedules',
    of: 'created_by',
    order: 'created_at, id',
    leftOut: { 'describes the schedule, not the person': ['since', 'next_run_at'] },
  },
]
