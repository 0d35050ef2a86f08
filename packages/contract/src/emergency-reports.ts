import { claimStates, personStates } from '@muster/domain/emergency.ts'
import { hazardStatuses } from '@muster/domain/hazard.ts'
import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { csvFile } from './csv-file.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { page, paging } from './paging.ts'
import { emergencyReportRow } from './roll-person.ts'
import { text } from './texts.ts'

const { signedIn, inZone } = callsTagged('emergencies')

/** Maximum late answers listed, oldest first. */
const maxLateAnswers = 200

/** The record made at the all clear, compared with what is stored now. */
export const emergencyRecord = z.object({
  /** `unproven`: nothing differs, but the entry of the security log was removed because of its age. */
  state: z.enum(['matches', 'changed', 'unproven']),
  recordedAt: instant,
  /** SHA-256 of the recorded roll and answers, as hexadecimal digits. */
  digest: z.string(),
  /** The number of the entry in the security log; null until it is linked, and once it was removed. */
  eventNumber: z.int().nullable(),
  people: z.int(),
  claims: z.int(),
  /** People whose name was removed since, because their account was deleted. */
  removedNames: z.int(),
  /** The number of answers that arrived after the record. */
  lateTotal: z.int(),
  late: z
    .array(
      z.object({
        name: z.string(),
        state: z.enum(claimStates),
        /** The state in the claim that `undone` takes back. */
        undoneState: z.enum(personStates).optional(),
        /** The words of a neutral answer. */
        words: z.string().optional(),
        at: instant,
        receivedAt: instant,
      }),
    )
    .max(maxLateAnswers),
})
export type EmergencyRecord = z.infer<typeof emergencyRecord>

const namedPerson = z.object({ id: id.nullable(), name: z.string() })

/** What must be improved after an emergency or drill: a hazard with an owner, which screens call a notification. */
export const emergencyFinding = z.object({
  hazardId: id,
  emergencyId: id,
  zoneId: id,
  text: z.string(),
  status: z.enum(hazardStatuses),
  /** Null once nobody is assigned any more, for example because the account was deleted. */
  owner: namedPerson.nullable(),
  dueAt: instant.nullable(),
  createdAt: instant,
  createdBy: namedPerson,
  /** Who settled it, and when; null while it is open. */
  done: z.object({ by: namedPerson, at: instant }).nullable(),
})
export type EmergencyFinding = z.infer<typeof emergencyFinding>

const emergencyRef = z.strictObject({ emergencyId: id })

export const emergencyReports = {
  /** Null while the emergency is open, and for those that ended before there were records. */
  record: inZone(
    'GET /emergencies/{emergencyId}/record',
    'check_emergency_record',
    'Compare an ended emergency with its record in the security log',
  )
    .input(emergencyRef)
    .output(z.object({ record: emergencyRecord.nullable() }))
    .errors(pick('EMERGENCY_NOT_FOUND')),
  /** Lists everybody on the roll by surname. */
  rows: inZone(
    'GET /emergencies/{emergencyId}/report/people',
    'list_emergency_report_people',
    'List who was missing for how long, and who answered how',
  )
    .input(paging.extend({ emergencyId: id }))
    .output(page(emergencyReportRow))
    .errors(pick('CURSOR_INVALID', 'EMERGENCY_NOT_FOUND')),
  exportCsv: inZone(
    'POST /emergencies/{emergencyId}/report.csv',
    'export_emergency_report',
    'Export who was missing for how long, and who answered how, as CSV',
  )
    .input(emergencyRef)
    .output(csvFile)
    .errors(pick('EMERGENCY_NOT_FOUND')),
  findings: inZone(
    'GET /emergencies/{emergencyId}/findings',
    'list_emergency_findings',
    'List what an emergency or drill showed must be improved',
  )
    .input(emergencyRef)
    .output(z.object({ findings: z.array(emergencyFinding).max(limits.emergencyFindingsMost) }))
    .errors(pick('EMERGENCY_NOT_FOUND')),
  /** Lists the open findings of all emergencies that the caller may see, by due time and age. */
  openFindings: signedIn(
    'GET /emergencies/open-findings',
    'list_open_emergency_findings',
    'List what past emergencies and drills showed and nobody has settled yet',
  ).output(z.object({ findings: z.array(emergencyFinding).max(limits.openFindingsMost), total: z.int() })),
  /** Reports a finding as a hazard and assigns it. The client creates `requestId`, so a repeated request adds one finding. */
  addFinding: inZone(
    'POST /emergencies/{emergencyId}/findings',
    'add_emergency_finding',
    'Add what an emergency or drill showed, with an owner',
    201,
  )
    .input(
      z.strictObject({
        emergencyId: id,
        /** The zone of the emergency or, if it was for all zones, the one concerned. */
        zoneId: id,
        text: text(500).min(1, 'Describe the finding'),
        ownerId: id,
        dueAt: instant.nullable().default(null),
        requestId: id,
      }),
    )
    .output(z.object({ hazardId: id }))
    .errors(
      pick(
        'EMERGENCY_NOT_FOUND',
        'EMERGENCY_OPEN',
        'EMERGENCY_FINDINGS_FULL',
        'ZONE_NOT_FOUND',
        'NOT_ASSIGNED',
        'DUE_TIME_PAST',
        'REQUEST_ID_TAKEN',
      ),
    ),
}
