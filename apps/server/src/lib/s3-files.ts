import { Readable } from 'node:stream'
import { Disk, KeyNormalizer } from 'flydrive'
import type { ByteRange } from './byte-range.ts'
import { type FileStorage, isInvalidPathError, throwUnavailable } from './file-storage.ts'

export type S3Settings = {
  /** URL of the store without the bucket. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** True if the bucket is part of the path instead of the host name. */
  readonly forcePathStyle: boolean
}

const MAX_ATTEMPTS = 2
const CONNECT_TIMEOUT_MS = 5_000
/** Timeout (ms) from the start of a request to the start of its response; a small part of an upload must fit into it. */
const REQUEST_TIMEOUT_MS = 30_000
/**
 * Maximum time (ms) that a response may pause. It is longer than the pause allowed to our own slow clients, because the response is
 * read only as fast as the client reads.
 */
const IDLE_TIMEOUT_MS = 120_000
/** Each response being read occupies a socket; the client's default of 50 would let a few slow readers block everybody. */
const socketOptions = { keepAlive: true, maxSockets: 500 }

/** The smallest part (bytes) that S3 accepts before the last one, and the size of parts up to 50 GB of content. */
const MIN_PART_BYTES = 5 * 1024 * 1024
/** The largest number of parts that S3 accepts. */
const MAX_PARTS = 10_000

/**
 * In bytes, all of one size, because some stores require that. A part is in memory while sent: 5 MiB up to 50 GB, 525 MB for 5 TB.
 */
export const toPartBytes = (expectedBytes = 0): number =>
  Math.max(MIN_PART_BYTES, Math.ceil(expectedBytes / MAX_PARTS))

export function createS3Files(settings: S3Settings, requestMs = REQUEST_TIMEOUT_MS): FileStorage {
  const { bucket } = settings
  let connection: ReturnType<typeof connect> | undefined
  const getConnection = () => {
    connection ??= connect(settings, requestMs)
    return connection
  }
  const writeOrDelete = async (path: string, write: () => Promise<unknown>) => {
    try {
      await write()
    } catch (error) {
      // Delete the file, because the store may have saved it although its response was lost.
      await getConnection()
        .then(({ disk }) => disk.delete(path))
        .catch(() => undefined)
      throwUnavailable(error)
    }
  }
  const readMetadata = async (path: string) => {
    const { disk } = await getConnection()
    try {
      return await disk.getMetaData(path)
    } catch (error) {
      return isInvalidPathError(error) || isMissing(error) ? null : throwUnavailable(error)
    }
  }
  async function* readRange(path: string, range?: ByteRange): AsyncIterable<Uint8Array> {
    try {
      const { client, sdk } = await getConnection()
      const Range = range && `bytes=${range.start}-${range.end}`
      const command = new sdk.GetObjectCommand({ Bucket: bucket, Key: toKey(path), Range })
      const { Body } = await client.send(command)
      yield* Body as Readable
    } catch (error) {
      throwUnavailable(error)
    }
  }
  return {
    put: (path, content) => writeOrDelete(path, async () => (await getConnection()).disk.put(path, content)),
    async putStream(path, read, expectedBytes) {
      await writeOrDelete(path, async () => {
        const { client, sdk } = await getConnection()
        const Key = toKey(path)
        const content = read()
        // Remember the content's own error, because the content may fail before the upload listens for errors, and the upload
        // may report its failed cleanup instead.
        let failure: unknown
        content.on('error', error => {
          failure ??= error
        })
        // Upload one part after the other, so that only a few are in memory.
        const upload = new sdk.Upload({
          client,
          queueSize: 1,
          partSize: toPartBytes(expectedBytes),
          params: { Bucket: bucket, Key, Body: content },
        })
        await upload
          .done()
          .catch(error => {
            throw failure ?? error
          })
          .finally(() => content.destroy())
      })
      return (
        (await readMetadata(path))?.contentLength ??
        throwUnavailable(new Error(`${path} is not in the bucket`))
      )
    },
    async open(path) {
      const metadata = await readMetadata(path)
      if (!metadata) return null
      return {
        size: metadata.contentLength,
        read: range => Readable.from(readRange(path, range), { objectMode: false }),
      }
    },
    async *list(prefix) {
      try {
        const { client, sdk } = await getConnection()
        const pages = sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${toKey(prefix)}/` })
        for await (const { Contents = [] } of pages)
          for (const { Key, Size, LastModified } of Contents)
            if (Key && Size !== undefined && LastModified)
              yield { path: Key, size: Size, modifiedAt: LastModified }
      } catch (error) {
        if (!isInvalidPathError(error)) throwUnavailable(error)
      }
    },
    async remove(path) {
      const { disk } = await getConnection()
      try {
        await disk.delete(path)
      } catch (error) {
        if (!isInvalidPathError(error)) throwUnavailable(error)
      }
    },
  }
}

const toKey = (path: string) => new KeyNormalizer().normalize(path)

/** True if the object is missing, which the driver reports as the cause of its own error. */
const isMissing = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error && error.cause.name === 'NotFound'

/** Creates the S3 client. Its library is loaded only here, because a server with local files never needs it. */
async function connect(
  { endpoint, region, bucket, forcePathStyle, ...credentials }: S3Settings,
  requestMs: number,
) {
  const [{ S3Driver }, { GetObjectCommand, paginateListObjectsV2, S3Client, UploadPartCommand }, { Upload }] =
    await Promise.all([
      import('flydrive/drivers/s3'),
      import('@aws-sdk/client-s3'),
      import('@aws-sdk/lib-storage'),
    ])
  // A large part gets as much more time as it is larger than the smallest one.
  const toTimeoutMs = (command: object) =>
    command instanceof UploadPartCommand && command.input.Body instanceof Uint8Array
      ? requestMs * Math.max(1, command.input.Body.length / MIN_PART_BYTES)
      : requestMs
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials,
    maxAttempts: MAX_ATTEMPTS,
    // The signature covers the content anyway, and many stores support no other checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: requestMs,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_TIMEOUT_MS,
      httpAgent: socketOptions,
      httpsAgent: socketOptions,
    },
  })
  // A response that arrives in trickles is never idle, so a request also has a total timeout. Only reading a file may take as long
  // as its reader needs.
  const send = client.send.bind(client) as (command: object, options?: object) => Promise<never>
  client.send = (command: object, options?: object) =>
    send(command, {
      ...(command instanceof GetObjectCommand
        ? {}
        : {
            abortSignal: AbortSignal.timeout(Math.ceil(MAX_ATTEMPTS * toTimeoutMs(command))),
            requestTimeout: Math.ceil(toTimeoutMs(command)),
          }),
      ...options,
    })
  // Object permissions are not set, because stores that do not support them refuse the request, and the bucket is private.
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }))
  return { client, disk, sdk: { GetObjectCommand, paginateListObjectsV2, Upload } }
}
