import { ORPCError, Procedure } from '@orpc/server'

/** What who is let in is answered by a router made by `gateOf`. */
export const LET_IN = 'LET_IN'

/**
 * The same procedures with all that stands before their handlers, and nothing behind it: whoever is let in is told so, and nothing
 * happens.
 */
export function gateOf<Router extends object>(router: Router): Router {
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
