import { isMapFileName, mapFilesPath } from '@muster/domain/base-map.ts'
import type { FastifyInstance } from 'fastify'
import { parseByteRange } from '../../lib/byte-range.ts'
import type { FileStorage } from '../../lib/file-storage.ts'
import { fail } from '../../rpc/fail.ts'
import { sendPart } from '../../rpc/send-part.ts'

/** `GET /map-files/name.pmtiles`: byte ranges of the operator's maps. Street maps are public, so no sign-in. */
export function registerMapFilesDoor(app: FastifyInstance, files: Pick<FileStorage, 'open'>): void {
  app.get<{ Params: { name: string } }>(`${mapFilesPath}:name`, async (request, reply) => {
    const { name } = request.params
    const file = isMapFileName(name) ? await files.open(name) : null
    if (!file) throw fail('NOT_FOUND')
    reply
      .type('application/octet-stream')
      .header('cache-control', 'public, max-age=3600')
      .header('accept-ranges', 'bytes')
    const range = request.headers['if-range'] === undefined ? request.headers.range : undefined
    return sendPart(reply, file, parseByteRange(range, file.size))
  })
}
