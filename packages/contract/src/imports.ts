import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { count } from './numbers.ts'
import { page, paging } from './paging.ts'
import { exactText } from './texts.ts'

const { signedIn } = callsTagged('imports')

/** What a file brought in. Each kind has calls of its own that create it; listing and undoing are the same for all. */
export const importKinds = ['people', 'zones', 'badges'] as const
export type ImportKind = (typeof importKinds)[number]

/** `stopped`: no batch has come for minutes, and the client has not ended the import. */
export const importStates = ['running', 'ended', 'stopped'] as const

const importRun = z.object({
  id,
  kind: z.enum(importKinds),
  fileName: z.string(),
  state: z.enum(importStates),
  /** The name of the person who imported the file. */
  importedBy: z.string(),
  /** The organisation that was chosen for the import; null if none was. */
  organisation: z.string().nullable(),
  /** The name of the zone of imported badges. */
  zone: z.string().nullable(),
  begunAt: instant,
  created: count,
  changed: count,
  /** Rows that were left out, known once the import has ended. */
  leftOut: count,
  /** True if the left-out rows can be downloaded. */
  hasLeftOutFile: z.boolean(),
  /** True if the caller may undo the import now. */
  mayUndo: z.boolean(),
  removed: count,
  /** Set once the undo has removed everything it could. */
  undo: z.object({ at: instant, by: z.string(), kept: count }).nullable(),
})
export type ImportRun = z.infer<typeof importRun>

const importRef = z.strictObject({ importId: id })

/** Badges of a zone whose PIN is required need its entry. */
const undoRefusals = [
  'IMPORT_NOT_FOUND',
  'IMPORT_TOO_OLD',
  'IMPORT_RUNNING',
  'ZONE_ENTRY_REQUIRED',
  'FORBIDDEN',
] as const

export const imports = {
  /** The caller's, for internal admins everybody's; newest first. */
  list: signedIn('GET /imports', 'list_imports', 'List the imports of files')
    .input(paging)
    .output(page(importRun))
    .errors(pick('CURSOR_INVALID', 'FORBIDDEN')),
  /** The file has rows rejected by the client and refused by the server, to be corrected and imported again. */
  end: signedIn('POST /imports/{importId}/end', 'end_import', 'End an import and hand in its left-out rows')
    .input(importRef.extend({ leftOut: count, leftOutFile: exactText(1_000_000).optional() }))
    .output(z.object({ ended: z.literal(true) }))
    .errors(pick('IMPORT_NOT_FOUND')),
  /** Returns the left-out rows in the format of the imported file: CSV for people and badges, GeoJSON for zones. */
  leftOut: signedIn(
    'GET /imports/{importId}/left-out',
    'get_left_out_rows',
    'Read the rows an import left out',
  )
    .input(importRef)
    .output(z.object({ text: z.string() }))
    .errors(pick('IMPORT_NOT_FOUND', 'ZONE_ENTRY_REQUIRED', 'FORBIDDEN')),
  /** Counts what stays, too, because somebody has used it since. */
  removal: signedIn('GET /imports/{importId}/removal', 'preview_import_undo', 'Preview what undoing removes')
    .input(importRef)
    .output(z.object({ removes: count, keeps: count }))
    .errors(pick(...undoRefusals)),
  /** Only what nobody has used or edited since. Refused while batches arrive. Repeat until `left` is 0. Changes to others stay. */
  undo: signedIn('POST /imports/{importId}/undo', 'undo_import', 'Undo an import, batch by batch')
    .input(importRef)
    .output(z.object({ removed: count, left: count }))
    .errors(pick(...undoRefusals)),
}
