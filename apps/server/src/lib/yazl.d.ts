/** Types for the part of yazl that is used; the package ships none. */
declare module 'yazl' {
  import type { EventEmitter } from 'node:events'
  import type { Readable } from 'node:stream'

  type Options = { mtime?: Date; compress?: boolean }
  export class ZipFile extends EventEmitter {
    readonly outputStream: Readable
    addReadStreamLazy(
      path: string,
      options: Options,
      open: (done: (error: unknown, content?: Readable) => void) => void,
    ): void
    end(): void
  }
}
