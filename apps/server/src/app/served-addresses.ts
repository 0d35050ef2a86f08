import { contract } from '@muster/contract/contract.ts'
import { isContractProcedure } from '@orpc/contract'

const routes = Object.values(contract)
  .flatMap(members => Object.values(members))
  .filter(it => isContractProcedure(it))
  .map(it => it['~orpc'].route)

/** The methods of the API, in upper case. */
export const methods = [...new Set(routes.map(({ method = 'POST' }) => method))]

/** The paths under /api, with their parameters and methods; those with the fewest parameters first. */
const addresses = [...Map.groupBy(routes, ({ path = '' }) => path)]
  .map(([path, served]) => ({
    key: toKey(path),
    pattern: new RegExp(`^/api${path.replace(/\{[^}]+\}/g, '[^/]+')}/?$`),
    names: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name),
    methods: served.map(({ method = 'POST' }) => method),
  }))
  .sort((a, b) => a.names.length - b.names.length)

const addressesByKey = Map.groupBy(addresses, it => it.key)
/** Returns the few addresses that may match a path under /api. */
const listAddresses = (path: string) => addressesByKey.get(toKey(path.slice('/api'.length))) ?? []

/** Returns the first word of a path and how many parts the path has. */
function toKey(path: string): string {
  const [, word, ...rest] = path.replace(/\/$/, '').split('/')
  return `${word} ${rest.length}`
}

/** Returns the addresses that a path under /api has. A word in a path is no id: `/users/count` is no `/users/{userId}`. */
function findAddresses(path: string) {
  const matching = listAddresses(path).filter(({ pattern }) => pattern.test(path))
  return matching.filter(
    ({ names }) => names.length === matching[0]?.names.length || names.some(it => !/Id$/.test(it)),
  )
}

/** Returns the ids in the path of a request under /api (`zoneId`). */
export const findPathFields = (method: string, path: string): readonly string[] =>
  findAddresses(path).find(it => it.methods.some(one => one === method))?.names ?? []

/** Returns the methods that a path under /api serves; empty for an unknown path. */
export const findMethods = (path: string): readonly string[] => findAddresses(path).flatMap(it => it.methods)
