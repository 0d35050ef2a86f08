import { ORPCError, Procedure } from '@orpc/server'

/** The answer of a router made by `createGate` to admitted callers. */
export const LET_IN = 'LET_IN'

/**
 * Returns the same procedures without their handlers, but with everything that precedes them: admitted callers get an answer, and
 * nothing happens.
 */
export function createGate<Router extends object>(router: Router): Router {
  const closed = Object.entries(router).map(([feature, procedures]) => [
    feature,
    Object.fromEntries(Object.entries(procedures as object).map(([name, it]) => [name, stopped(it)])),
  ])
  return Object.fromEntries(closed) as Router
}

// biome-ignore lint/suspicious/noExplicitAny: of whatever contract
type AnyProcedure = Procedure<any, any, any, any, any, any>

const stopped = (procedure: AnyProcedure) =>
  new Procedure({
    ...procedure['~orpc'],
    handler: () => {
      throw new ORPCError(LET_IN)
    },
  })
