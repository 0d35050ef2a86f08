import type { ErrorCode, errors } from '@muster/contract/errors.ts'
import type { Permission } from '@muster/domain/permission.ts'

/** An error code without additional data. */
export type RefusalCode = {
  [C in ErrorCode]: (typeof errors)[C] extends { data: unknown } ? never : C
}[ErrorCode]

export type NamedResource = {
  readonly name: string
  /** The error code for both an unknown id and a hidden resource. */
  readonly notFound: RefusalCode
  /** Describes which of the callers with the permission are admitted, such as those who may post; null for all of them. */
  readonly only: string | null
}

/** Access to a procedure: who may call it, and on whose behalf it runs. */
export type Access = {
  /**
   * `in zone of`: people with access to the zone of the named resource. `sees`: people to whom row-level security shows that
   * resource.
   */
  readonly who: 'anyone' | 'signed in' | 'in zone' | 'in zone of' | 'sees'
  /** The resource the call names instead of a zone. */
  readonly thing: NamedResource | null
  /** The permission required of the effective role in the zone or, outside zones, of the global role. Null if none is required. */
  readonly permission: Permission | null
  /** The error code for callers who lack the permission. */
  readonly refuses: RefusalCode
  /** True if callers who see all zones may omit the zone. */
  readonly includesAllZones: boolean
  /** True if callers whose role enters by PIN must have entered the zone. */
  readonly pin: boolean
  /** True if invited people who have not accepted yet may call it too. */
  readonly invited: boolean
  /** True if people who must first set up their second step may call it too. */
  readonly beforeTwoStep: boolean
  /** Each call may be a guess at one of the person's secrets, so frequent calls are refused before anything is read. */
  readonly tries: boolean
  /** `actor`: bound by row-level security; `owner`: as the database owner; `none`: the handler's own. Values are the reasons. */
  readonly transaction: 'actor' | { readonly owner: string } | { readonly none: string }
}

/** Creates the usual access rules within a zone (PIN entered, run as the actor), for endpoints that are not procedures. */
export const createInZoneAccess = (permission: Access['permission']): Access => ({
  who: 'in zone',
  thing: null,
  permission,
  refuses: 'FORBIDDEN',
  includesAllZones: false,
  pin: true,
  invited: false,
  beforeTwoStep: false,
  tries: false,
  transaction: 'actor',
})

const accessByMiddleware = new WeakMap<object, Access>()

/** Records a middleware's access, so that it can be listed. */
export function declareAccess<M extends object>(middleware: M, access: Access): M {
  accessByMiddleware.set(middleware, access)
  return middleware
}

/** Returns the declared access of a procedure; undefined unless it declares exactly one. */
export function findAccess(procedure: {
  readonly '~orpc': { readonly middlewares: readonly object[] }
}): Access | undefined {
  const declarations = procedure['~orpc'].middlewares.flatMap(it => accessByMiddleware.get(it) ?? [])
  return declarations.length === 1 ? declarations[0] : undefined
}
