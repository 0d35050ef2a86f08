import { createPageRequest } from '../../lib/page-request.ts'

/** A request of the command palette to open the form for a new zone. */
export const createZoneRequest = createPageRequest()
