import { contract } from '@muster/contract/contract.ts'
import type { Permission } from '@muster/domain/permission.ts'
import { type Context, implement, type Middleware, os } from '@orpc/server'
import { type Access, declareAccess, type RefusalCode } from './access.ts'
import {
  asSignedIn,
  enterCachedZone,
  enterInputZone,
  enterZoneOfResource,
  requireAllZones,
  requirePermission,
  requireVisible,
  runInTransaction,
  type SignedIn,
} from './calling.ts'
import type { InTransaction, RequestContext, SignedInActor } from './context.ts'
import type { InZoneRow, Resource } from './define-resource.ts'
import { createRateLimit, type Rate } from './rate-limit.ts'

/** The contract, implemented procedure by procedure: `api.zones.all.use(signedIn('view_all_zones')).handler(…)`. */
export const api = implement(contract).$context<RequestContext>()

type RefusalOptions = {
  /** The error code for callers who lack the permission; FORBIDDEN by default. */
  readonly refuses?: RefusalCode
}
type RateLimitOptions = {
  /** Limits the calls per person, before the transaction begins. */
  readonly rateLimit?: Rate
}
type WithTxOptions = RefusalOptions & {
  /** Runs the transaction as the database owner, bypassing row-level security. The value is the reason. */
  readonly asOwner?: string
}
type WithoutTxOptions = RefusalOptions & {
  /** Gives the handler no transaction, because it takes long or manages its own. The value is the reason. */
  readonly withoutTx: string
}
type BeforeTwoStepOptions = {
  /** Also admits people who must first set up their second step: for the calls needed to set it up, and for signing out. */
  readonly beforeTwoStep?: true
}
type FromMemoryOptions = {
  /** Uses the cached zone and people, which events keep current: for very frequent calls that read nothing else. */
  readonly fromMemory?: true
}
type WithoutPinOptions = {
  /** Also admits people who have not entered the zone with their PIN. */
  readonly withoutPin?: true
  /** Also admits invited people who have not accepted yet. */
  readonly invited?: true
}
type AttemptOptions = {
  /**
   * Treats each call as a possible guess at one of the person's secrets. Calls that `concurrency.ofTries` would refuse are refused
   * before anything is read; the handler must run the attempt with it.
   */
  readonly tries?: true
}

/** Admits everybody, in the queue of their IP address. The procedure's own rate limits prevent flooding and guessing. */
export const anyone = anyoneInQueue('ofAddress')

/** A queue of its own for cached reads, so that the sign-in screen does not wait behind a site's sign-ins. */
export const anyoneFromMemory = anyoneInQueue('ofLookUp')

/** A queue of its own for calls to other servers, which may be slow, so that sign-ins do not wait behind them. */
export const publicExternal = anyoneInQueue('ofElsewhere')

type SecretOptions = {
  /** Runs before everything else of the address: for calls for help, and for responders who open their link. */
  readonly isUrgent?: boolean
}

/**
 * Admits everybody who sends a secret. It is looked up first: a call whose secret opens something queues by what it opens, and the others
 * by their IP address, so that nobody at an address can keep those out who have the right secret.
 */
export const anyoneWithSecret = <Input>(
  lookUp: (input: Input, ip: string) => Promise<string | null>,
  { isUrgent = false }: SecretOptions = {},
) =>
  declareAccess(
    base.middleware(async ({ context, next }, input: Input) => {
      const { concurrency, ip } = context
      const key = await concurrency.ofLookUp(ip, () => lookUp(input, ip))
      return key === null
        ? concurrency.ofUnknownSecret(ip, () => next())
        : concurrency.ofSecret({ key, ip, isUrgent }, () => next())
    }),
    createAccess('anyone', null, { withoutTx: 'nobody acts yet' }),
  )

/** Admits everybody, using the given queue of their IP address. */
function anyoneInQueue(queue: 'ofAddress' | 'ofLookUp' | 'ofElsewhere') {
  return declareAccess(
    os
      .$context<RequestContext>()
      .middleware(({ context, next }) => context.concurrency[queue](context.ip, () => next())),
    createAccess('anyone', null, { withoutTx: 'nobody acts yet' }),
  )
}

/**
 * Admits callers whose token belongs to an active session of an active user and, if a permission is named, whose global role has
 * it. Adds `actor` and, unless `withoutTx` is given, the call's single transaction: `tx`, `publish`, `alert` and `afterCommit`.
 */
export function signedIn(
  permission: Permission | null,
  options: WithoutTxOptions & RateLimitOptions & BeforeTwoStepOptions,
): ReturnType<typeof signedInWithoutTx>
export function signedIn(
  permission?: Permission | null,
  options?: WithTxOptions & RateLimitOptions & BeforeTwoStepOptions,
): ReturnType<typeof signedInWithTx>
export function signedIn(
  permission: Permission | null = null,
  options: (WithTxOptions | WithoutTxOptions) & RateLimitOptions & BeforeTwoStepOptions = {},
) {
  const access = createAccess('signed in', permission, options)
  return 'withoutTx' in options
    ? signedInWithoutTx(access, options.rateLimit)
    : signedInWithTx(access, options.rateLimit)
}

/**
 * Like `signedIn`, for callers who belong to the zone in the input, or see all zones, and whose role there has the permission; if
 * that role enters by PIN, this session must have entered. Adds `zone`. Inaccessible and missing zones get the same answer.
 */
export function inZone(
  permission: Permission | null,
  options: WithoutTxOptions & WithoutPinOptions & FromMemoryOptions & AttemptOptions,
): ReturnType<typeof inZoneWithoutTx>
export function inZone(
  permission: Permission | null,
  options?: WithTxOptions & WithoutPinOptions & RateLimitOptions,
): ReturnType<typeof inZoneWithTx>
export function inZone(
  permission: Permission | null,
  options: (WithTxOptions | WithoutTxOptions) &
    WithoutPinOptions &
    FromMemoryOptions &
    AttemptOptions &
    RateLimitOptions = {},
) {
  const access = createAccess('in zone', permission, options)
  if (options.rateLimit && ('withoutTx' in options || options.fromMemory))
    throw new Error('Only calls in a zone with a transaction take a rate limit.')
  if (options.fromMemory) return inZoneFromMemory(access)
  return 'withoutTx' in options ? inZoneWithoutTx(access) : inZoneWithTx(access, options.rateLimit)
}

/**
 * Like `inZone`, but `zoneId` is optional: without it the call covers all zones, which also requires `view_all_zones`. Adds
 * `zone`, undefined for all zones. `allZonesRate` limits only the calls for all zones.
 */
export function inZoneOrAll(permission: Permission, { allZonesRate }: { readonly allZonesRate?: Rate } = {}) {
  const access = { ...createAccess('in zone', permission, {}), includesAllZones: true }
  return declareAccess(
    base.middleware(({ context, next }, input: { zoneId?: string | undefined } | undefined) =>
      asSignedIn(context, access, async me => {
        const zoneId = input?.zoneId
        if (zoneId === undefined) {
          requireAllZones(access, me.actor)
          await chargeRate(context, allZonesRate, me.actor.userId)
        }
        return runInTransaction(context, access, me.actor, async its => {
          const zone =
            zoneId === undefined ? undefined : await enterInputZone(its.tx, access, me.actor, zoneId)
          return next({ context: { ...me, ...its, zone } })
        })
      }),
    ),
    access,
  )
}

/**
 * Like `inZone`, for the zone of the resource that the input names: `inZoneOf(ofGroup, 'view_groups')`. The resource and its zone
 * are read once, and the row is passed on under the resource's name. Hidden resources and unknown ids get the same answer.
 */
export function inZoneOf<Name extends string, Input, Row extends InZoneRow>(
  resource: Resource<Name, Input, Row>,
  permission: Permission | null,
  options: WithTxOptions & Pick<WithoutPinOptions, 'withoutPin'> & RateLimitOptions = {},
) {
  const access = createAccess('in zone of', permission, options, resource)
  return withResource(access, resource, options.rateLimit, ({ tx }, actor, input: Input) =>
    enterZoneOfResource(tx, access, actor, resource, input),
  )
}

/**
 * Admits everybody to whom row-level security shows the resource and, if a permission is named, whose global role has it: for
 * resources outside zones, or whose readers need not enter the zone.
 */
export function canSee<Name extends string, Input, Row>(
  resource: Resource<Name, Input, Row>,
  permission: Permission | null = null,
  options: WithTxOptions & RateLimitOptions = {},
) {
  const access = createAccess('sees', permission, options, resource)
  return withResource(access, resource, options.rateLimit, ({ tx }, actor, input: Input) => {
    requirePermission(access, { role: actor.role })
    return requireVisible(tx, actor, resource, input)
  })
}

function createAccess(
  who: Access['who'],
  permission: Permission | null,
  options: (WithTxOptions | WithoutTxOptions) & WithoutPinOptions & BeforeTwoStepOptions & AttemptOptions,
  resource?: Pick<Resource<string, never, never>, 'name' | 'notFound' | 'only'>,
): Access {
  const {
    refuses = 'FORBIDDEN',
    withoutPin = false,
    invited = false,
    beforeTwoStep = false,
    tries = false,
  } = options
  const requiresPin = who.startsWith('in zone') && !withoutPin
  const namedResource = resource && {
    name: resource.name,
    notFound: resource.notFound,
    only: resource.only?.who ?? null,
  }
  const commonAccess = {
    who,
    thing: namedResource ?? null,
    permission,
    refuses,
    includesAllZones: false,
    pin: requiresPin,
    invited,
    beforeTwoStep,
    tries,
  }
  if ('withoutTx' in options) return { ...commonAccess, transaction: { none: options.withoutTx } }
  const { asOwner } = options
  return { ...commonAccess, transaction: asOwner ? { owner: asOwner } : 'actor' }
}

const chargeRate = async (
  { db, isWithinSearch }: RequestContext,
  rateLimit: Rate | undefined,
  userId: string,
) => rateLimit && !isWithinSearch && createRateLimit(db.pool, rateLimit).take(userId)

const base = os.$context<RequestContext>()

const signedInWithTx = (access: Access, rateLimit?: Rate) =>
  declareAccess(
    base.middleware(({ context, next }) =>
      asSignedIn(context, access, async me => {
        requirePermission(access, { role: me.actor.role })
        await chargeRate(context, rateLimit, me.actor.userId)
        return runInTransaction(context, access, me.actor, async its => next({ context: { ...me, ...its } }))
      }),
    ),
    access,
  )

const signedInWithoutTx = (access: Access, rateLimit?: Rate) =>
  declareAccess(
    base.middleware(({ context, next }) =>
      asSignedIn(context, access, async me => {
        requirePermission(access, { role: me.actor.role })
        await chargeRate(context, rateLimit, me.actor.userId)
        return next({ context: me })
      }),
    ),
    access,
  )

const inZoneWithTx = (access: Access, rateLimit?: Rate) =>
  declareAccess(
    base.middleware(({ context, next }, { zoneId }: { zoneId: string }) =>
      asSignedIn(context, access, async me => {
        await chargeRate(context, rateLimit, me.actor.userId)
        return runInTransaction(context, access, me.actor, async its => {
          const zone = await enterInputZone(its.tx, access, me.actor, zoneId)
          return next({ context: { ...me, ...its, zone } })
        })
      }),
    ),
    access,
  )

// biome-ignore lint/suspicious/noExplicitAny: the library's own word for a middleware of every output
type Adding<Out extends Context, In> = Middleware<RequestContext, Out, In, any, any, Record<never, never>>

/**
 * Creates a middleware that reads a resource in the call's transaction and passes its row on under the resource's name. oRPC infers
 * the context of a middleware only without type parameters, so it is stated explicitly here.
 */
const withResource = <Name extends string, Input, Row>(
  access: Access,
  { name }: Resource<Name, Input, Row>,
  rateLimit: Rate | undefined,
  read: (its: InTransaction, actor: SignedInActor, input: Input) => Promise<Row>,
) =>
  declareAccess(
    base.middleware(({ context, next }, input: Input) =>
      asSignedIn(context, access, async me => {
        await chargeRate(context, rateLimit, me.actor.userId)
        return runInTransaction(context, access, me.actor, async its =>
          next({ context: { ...me, ...its, [name]: await read(its, me.actor, input) } }),
        )
      }),
    ) as Adding<SignedIn & InTransaction & { readonly [N in Name]: Row }, Input>,
    access,
  )

const inZoneWithoutTx = (access: Access) =>
  declareAccess(
    base.middleware(({ context, next }, { zoneId }: { zoneId: string }) =>
      asSignedIn(context, access, async me => {
        const zone = await context.db.asActor(me.actor, tx => enterInputZone(tx, access, me.actor, zoneId))
        return next({ context: { ...me, zone } })
      }),
    ),
    access,
  )

const inZoneFromMemory = (access: Access) =>
  declareAccess(
    base.middleware(({ context, next }, { zoneId }: { zoneId: string }) =>
      asSignedIn(context, access, async me => {
        const zone = await enterCachedZone(context, access, me.actor, zoneId)
        return next({ context: { ...me, zone } })
      }),
    ),
    access,
  )
