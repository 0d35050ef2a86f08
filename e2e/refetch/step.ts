import type { World } from './world.ts'

/** A step that changes the test data: a call of the contract, or anything else, such as a job or a cascade. */
export type Step = {
  /** The name of the call in the contract, or a sentence. */
  readonly name: string
  act(world: World): Promise<unknown>
  /** Reads that stay stale until requested again, each with the reason why the product accepts it. */
  readonly late?: Readonly<Record<string, string>>
  /** Reads that events do not cover completely, but that the events of this step renew. */
  readonly renews?: readonly string[]
}

const nextReadReason = 'lists of other features show a new name, or that somebody is gone, with the next read'

/** Reads that contain people's names and that no event about a person renews, each with the reason why the product accepts it. */
export const nameReadReasons: Readonly<Record<string, string>> = {
  'documents.readers': nextReadReason,
  'emergencies.get': nextReadReason,
  'emergencies.list': nextReadReason,
  'emergencies.people': nextReadReason,
  'emergencies.report': nextReadReason,
  'emergencyReports.findings': nextReadReason,
  'emergencyReports.openFindings': nextReadReason,
  'emergencyReports.record': nextReadReason,
  'emergencyReports.rows': nextReadReason,
  'emergencyPlans.list': nextReadReason,
  'groupMessages.list': nextReadReason,
  'groups.candidates': nextReadReason,
  'groups.list': nextReadReason,
  'hazards.all': nextReadReason,
  'hazards.get': nextReadReason,
  'hazards.list': nextReadReason,
  'presence.trackingRequests': nextReadReason,
  'shifts.day': nextReadReason,
  'shifts.ownDay': nextReadReason,
}

/** Inserts the row of an uploaded file as the upload endpoint would; `columns` link it to its owner. */
export async function storeFile(
  { db }: World,
  folder: string,
  uploadedBy: { readonly id: string },
  columns: Readonly<Record<string, string>> = {},
): Promise<string> {
  const names = Object.keys(columns)
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into stored_files (request_id, path, name, media_type, size_bytes, uploaded_by${names.map(name => `, ${name}`).join('')})
     values (gen_random_uuid(), $1 || '/' || gen_random_uuid() || '.pdf', 'plan.pdf', 'application/pdf', 100, $2${names.map((_, at) => `, $${at + 3}`).join('')})
     returning id`,
    [folder, uploadedBy.id, ...Object.values(columns)],
  )
  return rows[0]?.id ?? ''
}
