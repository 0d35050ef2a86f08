import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

export type Measure = { readonly bytes: number; readonly sha256: string }

/** Creates a pass-through stream that measures its content. `onBytes` receives each chunk's size. */
export function createMeter(onBytes: (count: number) => void = () => undefined) {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      onBytes(chunk.length)
      done(null, chunk)
    },
  })
  return { stream, result: (): Measure => ({ bytes, sha256: hash.copy().digest('hex') }) }
}
