import { ORPCError, Procedure } from '@orpc/server'

/** The error code that a `createGate` router returns to admitted callers. */
export const LET_IN_CODE = 'LET_IN'

/**
 * Returns the same procedures with everything that precedes their handlers, but without the handlers: admitted callers get a
 * response, and nothing else happens.
 */
export function createGate<Router extends object>(router: Router): Router {
  const gatedFeatures = Object.entries(router).map(([feature, procedures]) => [
    feature,
    Object.fromEntries(
      Object.entries(procedures as object).map(([name, it]) => [name, stopBeforeHandler(it)]),
    ),
  ])
  return Object.fromEntries(gatedFeatures) as Router
}

// biome-ignore lint/suspicious/noExplicitAny: of whatever contract
type AnyProcedure = Procedure<any, any, any, any, any, any>

const stopBeforeHandler = (procedure: AnyProcedure) =>
  new Procedure({
    ...procedure['~orpc'],
    handler: () => {
      throw new ORPCError(LET_IN_CODE)
    },
  })
