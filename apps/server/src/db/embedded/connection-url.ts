import { DATABASE, OWNER } from './cluster.ts'

/** Returns a URL for pg and psql, over the Unix socket in `socketFolder`, otherwise over TCP on 127.0.0.1. */
export function connectionUrl(to: { password: string; port: number; socketFolder?: string }): string {
  const tcp = `postgres://${OWNER}:${to.password}@127.0.0.1:${to.port}/${DATABASE}`
  return to.socketFolder ? `${tcp}?host=${encodeURIComponent(to.socketFolder)}` : tcp
}

/** Returns the same connection for another database of the server. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
