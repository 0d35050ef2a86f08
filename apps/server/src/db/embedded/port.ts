import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './errors.ts'

/** Prefers the given port, then the previous (a psql bookmark keeps working), then any. Throws EmbeddedPostgresError. */
export async function choosePort(home: string, preferred?: number): Promise<number> {
  if (preferred !== undefined) {
    if (!(await isFree(preferred)))
      throw new EmbeddedPostgresError(`Port ${preferred} for the embedded PostgreSQL is taken.`)
    return preferred
  }
  const path = join(home, 'port')
  const rememberedPort = Number(await readFile(path, 'utf8').catch(() => '0'))
  if (rememberedPort > 0 && (await isFree(rememberedPort))) return rememberedPort
  const port = await tryListen(0)
  if (port === undefined)
    throw new EmbeddedPostgresError('There is no free port on 127.0.0.1 for the embedded PostgreSQL.')
  await writeFile(path, `${port}\n`)
  return port
}

async function isFree(port: number): Promise<boolean> {
  return (await tryListen(port)) !== undefined
}

function tryListen(port: number): Promise<number | undefined> {
  return new Promise(done => {
    const server = createServer()
    server.once('error', () => done(undefined))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' ? address?.port : undefined))
    })
  })
}
