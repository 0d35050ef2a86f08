import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type FileStorage, FilesUnavailableError } from '../lib/file-storage.ts'
import { createLocalFiles } from '../lib/local-files.ts'
import { makeFolders } from '../lib/make-folders.ts'
import { createS3Files, type S3Settings } from '../lib/s3-files.ts'
import { type Env, SettingError } from './env.ts'
import { readS3, type S3Env } from './s3-environment.ts'

/** The files shared by all nodes of one database, and the marker among them that identifies the database. */
export type FileStore = {
  readonly files: FileStorage
  /** The setting that selects the store. */
  readonly setting: 'DATA_DIR' | 'S3_BUCKET'
  readonly place: string
  readonly mark: {
    readonly place: string
    read(): Promise<string | undefined>
    write(text: string): Promise<void>
  }
}

/** Does not connect to the store. Throws SettingError if a setting that another one requires is missing. */
export function createFileStore(env: S3Env & Pick<Env, 'DATA_DIR'>): FileStore {
  const s3 = readS3(env)
  return s3 ? createS3Store(s3) : createLocalStore(join(env.DATA_DIR, 'files'))
}

function createLocalStore(folder: string): FileStore {
  const markPath = join(folder, '.muster-store')
  return {
    files: createLocalFiles(folder),
    setting: 'DATA_DIR',
    place: folder,
    mark: {
      place: markPath,
      async read() {
        const markContent = await readFile(markPath, 'utf8').catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return ''
          throw error
        })
        return markContent.trim() || undefined
      },
      async write(id) {
        await makeFolders(folder)
        await writeFile(markPath, id, { flush: true })
      },
    },
  }
}

/** Name of the marker object. File links cannot open it, because they are served only from the features' folders. */
const MARK_PATH = 'muster-store'

function createS3Store(settings: S3Settings): FileStore {
  const files = createS3Files(settings)
  const location = `the bucket ${settings.bucket} at ${settings.endpoint}`
  const nullIfMissing = async <T>(work: Promise<T>): Promise<T> =>
    work.catch(error => {
      if (!(error instanceof FilesUnavailableError)) throw error
      throw new SettingError('S3_BUCKET', `S3_BUCKET: ${location} cannot be used (${toReason(error)}).`)
    })
  return {
    files,
    setting: 'S3_BUCKET',
    place: location,
    mark: {
      place: `its object ${MARK_PATH}`,
      async read() {
        const storedMark = await nullIfMissing(files.open(MARK_PATH))
        return (storedMark && (await nullIfMissing(text(storedMark.read()))).trim()) || undefined
      },
      write: id => nullIfMissing(files.put(MARK_PATH, Buffer.from(id))),
    },
  }
}

/** Describes a store's failure in one line, with the status, code and message of its root cause. */
function toReason(error: Error & { code?: string; $metadata?: { httpStatusCode?: number } }): string {
  if (error.cause instanceof Error) return toReason(error.cause)
  const status = error.$metadata?.httpStatusCode
  return [status && `status ${status}`, error.code ?? error.name, error.message]
    .filter(Boolean)
    .join(', ')
    .replace(/\s+/g, ' ')
}
