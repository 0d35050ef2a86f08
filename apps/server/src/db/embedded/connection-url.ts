import { DATABASE, OWNER } from './cluster.ts'

/** Returns a URL for pg and psql: over the Unix socket in `socketFolder` if given, otherwise over TCP on 127.0.0.1. */
export function buildConnectionUrl(target: {
  password: string
  port: number
  socketFolder?: string
}): string {
  const tcpUrl = `postgres://${OWNER}:${target.password}@127.0.0.1:${target.port}/${DATABASE}`
  return target.socketFolder ? `${tcpUrl}?host=${encodeURIComponent(target.socketFolder)}` : tcpUrl
}

/** Returns the URL for another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const updatedUrl = new URL(url)
  updatedUrl.pathname = `/${database}`
  return updatedUrl.href
}
