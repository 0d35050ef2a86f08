import type { IncomingMessage } from 'node:http'

const currentPathByFormerPath: ReadonlyMap<string, string> = new Map([
  ['/rpc/hazards/all', '/rpc/hazards/list'],
  ['/rpc/hazards/countAll', '/rpc/hazards/count'],
  ['/rpc/groups/all', '/rpc/groups/list'],
  ['/rpc/groups/countAll', '/rpc/groups/count'],
  ['/rpc/documents/allFiles', '/rpc/documents/files'],
])
const zoneListPath =
  /^\/api\/zones\/([^/?]+)\/(hazards|hazards\/count|groups|groups\/count|documents)(?:\?(.*))?$/

/** Maps former paths, which cached apps and scripts still use, to current ones. */
export function toCurrentAddress({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): string {
  const [, zoneId, listName, query] = (method === 'GET' && zoneListPath.exec(url)) || []
  if (zoneId !== undefined) return `/api/${listName}?zoneId=${zoneId}${query ? `&${query}` : ''}`
  return currentPathByFormerPath.get(url) ?? url
}
