import type { Plugin } from 'vite'

/**
 * The server's policy starts no worker that it did not serve (`worker-src 'self'`), and whoever waits for one waits for ever: a build
 * with such a worker fails.
 */
export function noBlobWorkers(): Plugin {
  return {
    name: 'muster:no-blob-workers',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle))
        if (output.type === 'chunk' && makesBlobWorker(output.code))
          this.error(
            `${output.fileName} makes a worker out of a blob, which the server's policy never starts`,
          )
    },
  }
}

/** Whether the code makes a worker out of text: of one that is served the address is known. */
export const makesBlobWorker = (code: string) => /new Worker\([^;]{0,200}createObjectURL/.test(code)
