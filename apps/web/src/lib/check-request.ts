import { createPageRequest } from './page-request.ts'

/** A request from the round button or the command palette to check the position as soon as the current zone's page opens. */
export const checkRequest = createPageRequest()
