import { ORPCError, Procedure } from '@orpc/server'

/** The answer of a router made by `gateOf` to callers who are let in. */
export const LET_IN = 'LET_IN'

/** Copies a router with only the checks before its handlers: callers who are let in get LET_IN, and nothing else runs. */
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
