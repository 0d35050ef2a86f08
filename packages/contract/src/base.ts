import { oc } from '@orpc/contract'
import { pick } from './errors.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Path = `/${string}`

/** The address is method and path: `POST /zones/{zoneId}/hazards`. Without a `successStatus` the answer is a 200. */
export type Call = [address: `${Method} ${Path}`, operationId: string, summary: string, successStatus?: 201]

const publicProcedure = oc.errors(pick('TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE'))
const signedInProcedure = publicProcedure.errors(pick('UNAUTHORIZED', 'FORBIDDEN', 'TWO_STEP_REQUIRED'))
const inZoneProcedure = signedInProcedure.errors(pick('ZONE_NOT_FOUND', 'ZONE_ENTRY_REQUIRED'))

/** Declares calls under one tag of the OpenAPI document; input, output and further errors are chained to each. */
export function callsTagged(tag: string) {
  const toRoute = ([address, operationId, summary, successStatus]: Call) => {
    const [method, path] = address.split(' ') as [Method, Path]
    return { method, path, operationId, summary, tags: [tag], successStatus }
  }
  return {
    /** Anyone may call. */
    anyone: (...call: Call) => publicProcedure.route(toRoute(call)),
    /** Needs `Authorization: Bearer <session token>` of an active user with a profile. */
    signedIn: (...call: Call) => signedInProcedure.route(toRoute(call)),
    /** Needs, besides, membership of the zone named by `zoneId`, and the PIN entered where the role asks for one. */
    inZone: (...call: Call) => inZoneProcedure.route(toRoute(call)),
  }
}
