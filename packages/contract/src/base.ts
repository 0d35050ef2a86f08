import { oc } from '@orpc/contract'
import { pick } from './errors.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Path = `/${string}`

/** `address` is the method and path, such as `POST /zones/{zoneId}/hazards`. The status defaults to 200. */
export type Call = [address: `${Method} ${Path}`, operationId: string, summary: string, successStatus?: 201]

const publicProcedure = oc.errors(pick('TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE'))
const signedInProcedure = publicProcedure.errors(pick('UNAUTHORIZED', 'FORBIDDEN', 'TWO_STEP_REQUIRED'))
const inZoneProcedure = signedInProcedure.errors(pick('ZONE_NOT_FOUND', 'ZONE_ENTRY_REQUIRED'))

/** Declares calls under one tag of the OpenAPI document. Chain inputs, outputs and additional errors onto each call. */
export function callsTagged(tag: string) {
  const toRoute = ([address, operationId, summary, successStatus]: Call) => {
    const [method, path] = address.split(' ') as [Method, Path]
    // A file is the body of its response, and its number of rows a header.
    const outputStructure = path.endsWith('.csv') ? ('detailed' as const) : undefined
    return { method, path, operationId, summary, tags: [tag], successStatus, outputStructure }
  }
  return {
    /** Requires no session. */
    anyone: (...call: Call) => publicProcedure.route(toRoute(call)),
    /** Requires `Authorization: Bearer <session token>` of an active user with a profile. */
    signedIn: (...call: Call) => signedInProcedure.route(toRoute(call)),
    /** Also requires access to `zoneId`: membership, except for internal admins, and PIN entry where the role needs one. */
    inZone: (...call: Call) => inZoneProcedure.route(toRoute(call)),
  }
}
