import type { Plugin } from 'vite'

/**
 * Fails a build that creates a worker from text. The server's policy (`worker-src 'self'`) blocks such a worker, and code that
 * waits for it would wait forever.
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

/** True if the code creates a worker from text, through an object URL. */
export const makesBlobWorker = (code: string) => /new Worker\([^;]{0,200}createObjectURL/.test(code)
