/// <reference path="./s3rver.d.ts" />
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Settings } from '../s3-files.ts'

/**
 * Starts a stand-in for S3 with these buckets, in its own folder. It accepts only its own key, answers `bytes=0-0` with the whole
 * file and cannot abort multipart uploads.
 */
export async function startS3StandIn(...buckets: string[]) {
  const directory = await mkdtemp(join(tmpdir(), 'muster-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: buckets.map(name => ({ name })),
  })
  const { port } = await server.run()
  return {
    settings: createStandInSettings(`http://127.0.0.1:${port}`, buckets[0]),
    async stop() {
      await server.close()
      await rm(directory, { recursive: true })
    },
  }
}

/** Returns the settings for a stand-in, or for an endpoint at which none is running. */
export const createStandInSettings = (endpoint: string, bucket = 'muster'): S3Settings => ({
  endpoint,
  region: 'us-east-1',
  bucket,
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  forcePathStyle: true,
})
