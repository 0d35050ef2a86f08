import type { AddressInfo } from 'node:net'
import { serveApp } from '../../../app/testing/served-app.ts'
import { createCaller } from '../../../testing/caller.ts'
import { createFactories, type TestUser, type TestZone } from '../../../testing/factories.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'

export type UploadWorld = Awaited<ReturnType<typeof createUploadWorld>>

/** Valid request bodies. */
export type Content = NonNullable<RequestInit['body']>

export type UploadAddress = {
  zoneId?: string | undefined
  requestId?: string
  name?: string
}

/** Starts the whole server, with helpers that create a zone with people and upload files. */
export async function createUploadWorld() {
  const database = await createTestDatabase()
  const server = await serveApp(database.url)
  const { app, db, services } = server
  await app.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const make = createFactories(db)
  const call = createCaller(services.router, db, services.sessions)

  const hazardAddress = (hazardId: string, address: UploadAddress) =>
    toUploadUrl(`hazard-attachments/${hazardId}`, address)
  const broadcastAddress = (address: UploadAddress) => toUploadUrl('broadcast-attachments', address)

  return {
    ...server,
    origin,
    make,
    call,
    hazardAddress,
    broadcastAddress,

    /** Creates a zone with a manager and two members. */
    async zoneOfPeople() {
      const zone = await make.zone()
      const [manager, ann, bob] = [await make.user(), await make.user(), await make.user()]
      await make.assign(manager, zone, 'zone_manager_rw')
      await make.assign(ann, zone)
      await make.assign(bob, zone)
      return { zone, manager, ann, bob }
    },

    async report(who: TestUser, zone: TestZone): Promise<string> {
      const { hazardId } = await call(who).hazards.report({
        zoneId: zone.id,
        requestId: crypto.randomUUID(),
        title: 'Leaking valve',
        description: 'Oil at the second pump',
        position: null,
      })
      return hazardId
    },

    /** Uploads a file over the network, as a browser does. */
    async send(who: Pick<TestUser, 'token'> | null, address: string, body: Content, type = 'image/jpeg') {
      const response = await fetch(`${origin}${address}`, {
        method: 'PUT',
        headers: { 'content-type': type, ...(who && { authorization: `Bearer ${who.token}` }) },
        body,
        ...(body instanceof ReadableStream && { duplex: 'half' }),
      })
      return { status: response.status, body: (await response.json()) as UploadResponse }
    },

    /** Lists the paths of all stored hazard and broadcast attachments. */
    async stored(): Promise<string[]> {
      const paths: string[] = []
      for (const folder of ['hazard-attachments', 'broadcast-attachments'])
        for await (const { path } of services.files.list(folder)) paths.push(path)
      return paths.sort()
    },

    async rows(): Promise<{ path: string; name: string; media_type: string; size_bytes: number }[]> {
      const { rows } = await db.pool.query(
        'select path, name, media_type, size_bytes from stored_files order by path',
      )
      return rows
    },

    async stop(): Promise<void> {
      await server.close()
      await database.drop()
    },
  }
}

export type UploadResponse = {
  code?: string
  message?: string
  attachment: {
    id: string
    name: string
    kind: string
    size: number
    url: string
    thumbnailUrl: string | null
  }
}

function toUploadUrl(
  endpoint: string,
  { zoneId, requestId = crypto.randomUUID(), name = 'photo.jpg' }: UploadAddress,
): string {
  const query = new URLSearchParams({ requestId, name, ...(zoneId && { zoneId }) })
  return `/upload/${endpoint}?${query}`
}
