import type { Plugin } from 'vite'

/**
 * The server's policy starts no worker that it did not serve (`worker-src 'self'`), and whoever waits for one waits for ever. So the
 * library that writes sheets, which zips what is over 160 kB in a worker it makes itself, zips on the page; a build with any other
 * such worker fails.
 */
export function noBlobWorkers(): Plugin {
  return {
    name: 'muster:no-blob-workers',
    apply: 'build',
    transform(code, id) {
      return /write-excel-file\/modules\/zip\/zipToArrayBuffer\.js$/.test(id)
        ? { code: zipOnPage(code), map: null }
        : undefined
    },
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle))
        if (output.type === 'chunk' && makesBlobWorker(output.code))
          this.error(
            `${output.fileName} makes a worker out of a blob, which the server's policy never starts`,
          )
    },
  }
}

const zipped = "import { zip } from 'fflate'"

/** The library's zipping, without a worker. */
export function zipOnPage(code: string): string {
  if (!code.includes(zipped))
    throw new Error('write-excel-file zips in another way than before: see build/no-blob-workers.ts')
  const here = 'const zip = (files, done) => done(null, zipSync(files))'
  return code.replace(zipped, () => `import { zipSync } from 'fflate'\n${here}\n//`)
}

/** Whether the code makes a worker out of text: of one that is served the address is known. */
export const makesBlobWorker = (code: string) => /new Worker\([^;]{0,200}createObjectURL/.test(code)
