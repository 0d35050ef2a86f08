import { createPageRequest } from '../../lib/page-request.ts'

/** Requests of the command palette to Inside now: print the roll, and open the export. */
export const printRequest = createPageRequest()
export const exportRequest = createPageRequest()
