import type { IncomingMessage } from 'node:http'

const joined: ReadonlyMap<string, string> = new Map([
  ['/rpc/hazards/all', '/rpc/hazards/list'],
  ['/rpc/hazards/countAll', '/rpc/hazards/count'],
  ['/rpc/groups/all', '/rpc/groups/list'],
  ['/rpc/groups/countAll', '/rpc/groups/count'],
  ['/rpc/documents/allFiles', '/rpc/documents/files'],
])
const ofZone = /^\/api\/zones\/([^/?]+)\/(hazards|hazards\/count|groups|groups\/count|documents)(?:\?(.*))?$/

/**
 * Maps former paths to current ones. Cached apps and scripts still use the paths from when one zone's list and the list of all
 * zones were separate calls.
 */
export function currentAddress({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): string {
  const [, zoneId, list, query] = (method === 'GET' && ofZone.exec(url)) || []
  if (zoneId !== undefined) return `/api/${list}?zoneId=${zoneId}${query ? `&${query}` : ''}`
  return joined.get(url) ?? url
}
