import { because, type PersonalList } from './personal-list.ts'

const { other } = because
const file = 'of the file, which is kept for some days and not in here'

/** Reports as files and as mails. */
export const reportLists: readonly PersonalList[] = [
  {
    name: 'report-files',
    says: 'Reports that one asked for or ran again, or that somebody asked for about oneself.',
    table: 'report_runs',
    of: ['asked_by', 'rerun_by', 'person_id'],
    order: 'asked_at, id',
    columns: ['id', 'kind', 'format', 'zone_id', 'from_day', 'to_day', 'state', 'asked_at'],
    flags: { asked_by_me: 'asked_by', run_again_by_me: 'rerun_by', about_me: 'person_id' },
    leftOut: {
      asked_by: other,
      rerun_by: other,
      person_id: other,
      rerun: 'says how it was asked for, not about whom',
      schedule_id: 'the scheduled reports one added are in their list',
      group_id: 'whom the report is about, not who asked',
      row_search: 'which rows of others the file holds, not who asked',
      bar_column: 'which rows of others the file holds, not who asked',
      bar_value: 'which rows of others the file holds, not who asked',
      zone_ids: 'the zones whoever asked could read',
      request_id: 'a number the app made so that a file is not made twice',
      percent: file,
      attempt: file,
      rows: file,
      bytes: file,
      path: file,
      problem: file,
      started_at: file,
      finished_at: file,
      expires_at: file,
    },
  },
  {
    name: 'report-recipients-added',
    says: 'When one added an address to the reports of a zone.',
    table: 'report_recipients',
    of: ['added_by'],
    order: 'added_at, id',
    columns: ['id', 'zone_id', 'added_at'],
    leftOut: { added_by: because.person, email: other, name: other, off_at: other },
  },
  {
    name: 'report-schedules-added',
    says: 'Scheduled reports of zones that one added.',
    table: 'report_schedules',
    of: ['created_by'],
    order: 'created_at, id',
    columns: ['id', 'zone_id', 'kind', 'format', 'rhythm', 'starts_on', 'enabled', 'created_at'],
    leftOut: {
      created_by: because.person,
      request_id: 'a number the app made so that a schedule is not made twice',
      since: 'when it is due, not who added it',
      next_run_at: 'when it is due, not who added it',
    },
  },
]
