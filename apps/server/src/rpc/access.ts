import type { ErrorCode, errors } from '@muster/contract/errors.ts'
import type { Permission } from '@muster/domain/permission.ts'

/** A code that says all by itself. */
export type RefusalCode = {
  [C in ErrorCode]: (typeof errors)[C] extends { data: unknown } ? never : C
}[ErrorCode]

export type NamedThing = {
  readonly name: string
  /** The code for an unknown id and for a thing the actor does not see, which answer alike. */
  readonly notFound: RefusalCode
  /** Those among the permitted whom the call is for, such as the writers of a conversation; null where it is for all of them. */
  readonly only: string | null
}

/** Access to a procedure: who may call it, and in whose name it works. */
export type Access = {
  /** `in zone of`: who may in the zone of the thing the call names. `sees`: who row-level security shows that thing. */
  readonly who: 'anyone' | 'signed in' | 'in zone' | 'in zone of' | 'sees'
  /** The thing that the call names instead of a zone. */
  readonly thing: NamedThing | null
  /** Held in the effective role in the zone or, outside of one, in the global role. Null: no particular one. */
  readonly permission: Permission | null
  /** The code for callers who lack the permission. */
  readonly refuses: RefusalCode
  /** Whether callers who see all zones may leave out the zone. */
  readonly orAll: boolean
  /** Whether a role that enters by PIN must have entered. */
  readonly pin: boolean
  /** Whether it is also for who was invited to the zone and has not accepted yet. */
  readonly invited: boolean
  /** Whether it is also for those who must set up their second step before anything else. */
  readonly beforeTwoStep: boolean
  /** Whether each call is a try at a secret of the person, so that who tries too often is refused before anything is read. */
  readonly tries: boolean
  /**
   * The one transaction of the call: as the actor, bound by row-level security; as the owner, for the reason given; or
   * none that the base opens, for the reason given.
   */
  readonly transaction: 'actor' | { readonly owner: string } | { readonly none: string }
}

/** The access of most that happens in a zone: entered with the PIN, as the actor. For what names its zone only once it is read. */
export const inZoneWith = (permission: Access['permission']): Access => ({
  who: 'in zone',
  thing: null,
  permission,
  refuses: 'FORBIDDEN',
  orAll: false,
  pin: true,
  invited: false,
  beforeTwoStep: false,
  tries: false,
  transaction: 'actor',
})

const declared = new WeakMap<object, Access>()

/** Notes what a middleware asks, so that it can be listed. */
export function declare<M extends object>(middleware: M, access: Access): M {
  declared.set(middleware, access)
  return middleware
}

/** Reads the access that a procedure declares; undefined where it declares none, or two. */
export function accessOf(procedure: {
  readonly '~orpc': { readonly middlewares: readonly object[] }
}): Access | undefined {
  const found = procedure['~orpc'].middlewares.flatMap(it => declared.get(it) ?? [])
  return found.length === 1 ? found[0] : undefined
}
