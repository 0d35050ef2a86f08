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
  /** A possible guess at a secret: refused early if `concurrency.ofTries` would; the handler must run the attempt with it. */
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

/** Looked up first: calls queue by what the secret opens, others by IP address, so nobody there keeps right secrets out. */
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
 * An active session and, if named, a permission of the global role. Adds `actor` and, unless `withoutTx`, the transaction's context.
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

/** Belonging to the input's zone, or seeing all; with the permission and PIN entry. Adds `zone`. Missing and hidden answer alike. */
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

/** Without `zoneId` also requires `view_all_zones`, and `zone` is undefined. `allZonesRate` limits only those calls. */
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

/** For the resource's zone: `inZoneOf(ofGroup, 'view_groups')`. Adds its row by name. Hidden and unknown ids answer alike. */
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

/** Visible by row-level security and, if named, the global permission: outside zones, or where readers need not enter. */
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

/** Adds the row by the resource's name. The context is explicit: oRPC infers it only without type parameters. */
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
