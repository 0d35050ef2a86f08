import type { World } from './world.ts'

/** Something that happens: a call of the contract, or what no call looks like (a job, a cascade). */
export type Step = {
  /** The call as the contract names it, or a sentence. */
  readonly name: string
  act(world: World): Promise<unknown>
  /** Reads that stay as they were until they are asked again, and why the product leaves it at that. */
  readonly late?: Readonly<Record<string, string>>
  /** Reads that the product counts among those no event keeps true in every part, and that this step renews all the same. */
  readonly renews?: readonly string[]
}

const withNextRead = 'lists of other features show a new name, or that somebody is gone, with the next read'

/** Reads that name people, and that no event about a person renews. */
export const names: Readonly<Record<string, string>> = {
  'documents.readers': withNextRead,
  'groupMessages.list': withNextRead,
  'groups.candidates': withNextRead,
  'hazards.all': withNextRead,
  'hazards.get': withNextRead,
  'hazards.list': withNextRead,
  'presence.trackingRequests': withNextRead,
  'shifts.day': withNextRead,
  'shifts.ownDay': withNextRead,
}

/** The row of an uploaded file as its door leaves it; `columns` tie it to what it belongs to. */
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
