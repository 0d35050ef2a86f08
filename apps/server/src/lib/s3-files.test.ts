import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, describe, expect, it } from 'vitest'
import { type FileStorage, FilesUnavailableError } from './file-storage.ts'
import { createS3Files, type S3Settings, toPartBytes } from './s3-files.ts'
import { type Behaviour, findRefusingPort, startBadHost } from './testing/bad-host.ts'
import { describeFiles } from './testing/files-contract.ts'
import { findGarage, startGarage } from './testing/garage.ts'
import { createStandInSettings, startS3StandIn } from './testing/s3-stand-in.ts'

const stopHandlers: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const stop of stopHandlers.reverse()) await stop()
})

describeFiles(
  'files in s3rver, a stand-in for S3',
  async () => {
    const { settings, stop } = await startS3StandIn('muster')
    stopHandlers.push(stop)
    return createS3Files(settings)
  },
  { firstByteAlone: false },
)

const endpoint = process.env.S3_TEST_ENDPOINT
const garageProgram = await findGarage()
if (endpoint)
  describeS3('files in the S3 of S3_TEST_ENDPOINT', async () => ({
    ...createStandInSettings(endpoint),
    region: process.env.S3_TEST_REGION ?? 'us-east-1',
    bucket: process.env.S3_TEST_BUCKET ?? 'muster',
    accessKeyId: process.env.S3_TEST_KEY ?? '',
    secretAccessKey: process.env.S3_TEST_SECRET ?? '',
  }))
else if (garageProgram)
  describeS3('files in Garage, a real S3', async () => {
    const { settings, stop } = await startGarage(garageProgram)
    stopHandlers.push(stop)
    return settings
  })
else
  it.skip('NOT TRIED: files in a real S3. Set S3_TEST_ENDPOINT, _BUCKET, _REGION, _KEY and _SECRET, or install garage', () =>
    undefined)

/** Runs the store contract, and checks pending multipart uploads, which the stand-in cannot report. */
function describeS3(name: string, start: () => Promise<S3Settings>): void {
  let settings: S3Settings
  describeFiles(name, async () => {
    settings = await start()
    return createS3Files(settings)
  })

  it(`${name}: leaves no multipart upload after a failing stream, which would be billed unseen`, async () => {
    async function* failAfterStart() {
      yield Buffer.alloc(12 * 1024 * 1024)
      throw new Error('the database is away')
    }
    const path = `contract/${randomUUID()}/two.zip`
    await expect(
      createS3Files(settings).putStream(path, () => Readable.from(failAfterStart())),
    ).rejects.toThrow()
    const { endpoint, region, bucket, forcePathStyle, ...credentials } = settings
    const client = new S3Client({ endpoint, region, forcePathStyle, credentials })
    const { Uploads = [] } = await client.send(
      new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: path }),
    )
    expect(Uploads).toEqual([])
    client.destroy()
  })

  it(`${name}: counts a refused key and a missing bucket as unavailable`, async () => {
    const unauthorizedFiles = createS3Files({ ...settings, secretAccessKey: 'wrong' })
    const missingBucketFiles = createS3Files({ ...settings, bucket: `none-${randomUUID()}` })
    for (const files of [unauthorizedFiles, missingBucketFiles]) {
      await expect(files.put('contract/one.webp', Buffer.from('x'))).rejects.toThrow(FilesUnavailableError)
      await expect(files.remove('contract/one.webp')).rejects.toThrow(FilesUnavailableError)
      await expect(countListed(files)).rejects.toThrow(FilesUnavailableError)
    }
    await expect(unauthorizedFiles.open('contract/one.webp')).rejects.toThrow(FilesUnavailableError)
  })
}

describe('a large upload', () => {
  const MB = 1024 * 1024

  it.each([
    [undefined, 5 * MB],
    [50e9, 5 * MB],
    [100e9, 10e6],
    [5e12, 500e6],
  ])('of %s bytes has parts of %s bytes, so that 10,000 suffice', (expectedBytes, partBytes) => {
    expect(toPartBytes(expectedBytes)).toBe(partBytes)
    expect((expectedBytes ?? 0) / toPartBytes(expectedBytes)).toBeLessThanOrEqual(10_000)
  })

  it('is stored whole, in parts of the size that its estimate gives', async () => {
    const { settings, stop } = await startS3StandIn('muster')
    stopHandlers.push(stop)
    const content = Buffer.alloc(30 * MB, 'muster')
    const files = createS3Files(settings)
    await files.putStream('sets/database.tar.gz', () => Readable.from([content]), 12 * MB * 10_000)
    const file = await files.open('sets/database.tar.gz')
    expect(file && content.equals(await buffer(file.read()))).toBe(true)
  })

  it('has fewer parts, and longer for each, as its estimate is larger', async () => {
    const partSizes: number[] = []
    const server = createServer((request, response) => {
      const { method, url = '' } = request
      const bytes = Number(request.headers['content-length'] ?? 0)
      const isPart = url.includes('partNumber')
      if (isPart) partSizes.push(bytes)
      const answer = () => {
        if (isPart) response.setHeader('etag', '"1"')
        if (method === 'HEAD') response.setHeader('content-length', '1')
        const result = url.includes('uploads')
          ? 'InitiateMultipartUploadResult'
          : 'CompleteMultipartUploadResult'
        response.end(method === 'POST' ? `<${result}><UploadId>1</UploadId></${result}>` : '')
      }
      request.resume().on('end', () => setTimeout(answer, bytes >= 5 * MB ? 1_250 : 0))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    stopHandlers.push(async () => server.close())
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const store = (expectedBytes: number) =>
      createS3Files(createStandInSettings(endpoint), 500).putStream(
        'sets/database.tar.gz',
        () => Readable.from([Buffer.alloc(21 * MB)]),
        expectedBytes,
      )
    await expect(store(0)).rejects.toThrow(FilesUnavailableError)
    expect(new Set(partSizes)).toEqual(new Set([5 * MB]))
    partSizes.length = 0
    await store(20 * MB * 10_000)
    expect(partSizes).toEqual([20 * MB, MB])
  })
})

describe('an unavailable store', () => {
  it.each([
    'nobody listens',
    'accepts and says nothing',
    'closes at once',
    'closes within its answer',
    'says a byte now and then',
    'leads elsewhere',
  ] as const)('is reported as unavailable: %s', async behaviour => {
    const files = createS3Files(createStandInSettings(await startServer(behaviour)), 200)
    const path = 'avatars/a/one.webp'
    await expect(files.put(path, Buffer.from('x'))).rejects.toThrow(FilesUnavailableError)
    await expect(files.putStream(path, () => Readable.from(['x']))).rejects.toThrow(FilesUnavailableError)
    await expect(files.remove(path)).rejects.toThrow(FilesUnavailableError)
    await expect(countListed(files)).rejects.toThrow(FilesUnavailableError)
  })

  it('is reported while a file is being read', async () => {
    const { settings, stop } = await startS3StandIn('muster')
    const files = createS3Files(settings)
    await files.put('avatars/a/one.webp', Buffer.from('picture'))
    const file = await files.open('avatars/a/one.webp')
    await stop()
    await expect(file && text(file.read())).rejects.toThrow(FilesUnavailableError)
    await expect(files.open('avatars/a/one.webp')).rejects.toThrow(FilesUnavailableError)
  })

  it('stops the producer of the content', async () => {
    const files = createS3Files(createStandInSettings(await startServer('nobody listens')))
    const content = Readable.from(streamEndless())
    await expect(files.putStream('downloads/a/one.zip', () => content)).rejects.toThrow(FilesUnavailableError)
    expect(content.destroyed).toBe(true)
  })
})

async function startServer(behaviour: Behaviour | 'nobody listens'): Promise<string> {
  if (behaviour === 'nobody listens') return `http://127.0.0.1:${await findRefusingPort()}`
  const { port, stop } = await startBadHost(behaviour)
  stopHandlers.push(stop)
  return `http://127.0.0.1:${port}`
}

async function countListed(files: FileStorage): Promise<number> {
  let count = 0
  for await (const _ of files.list('contract')) count++
  return count
}

async function* streamEndless() {
  for (;;) yield Buffer.alloc(1024 * 1024)
}
