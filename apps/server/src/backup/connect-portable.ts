import pg from 'pg'
import { PortableError } from './portable-error.ts'

/** Connects to a database for a copy. Throws PortableError with one line, without the password, if it cannot be reached. */
export async function connectPortable(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'muster-portable',
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    const { message, code } = error as { message?: string; code?: string }
    throw new PortableError(
      `The database of ${name} (${describeAddress(url)}) cannot be used: ${message || code}.`,
      { cause: error },
    )
  }
}

/** Names a database without its password. */
export function describeAddress(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}${port && `:${port}`}${pathname}`
}
