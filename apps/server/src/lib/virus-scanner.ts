import { connect } from 'node:net'

export type ScanResult = 'clean' | 'infected'
export type VirusScanner = { scan(content: Buffer): Promise<ScanResult> }

/** Thrown if the scanner could not be reached, did not respond in time, or broke its protocol. */
export class ScannerUnavailableError extends Error {
  override name = 'ScannerUnavailableError'
}

const CHUNK_BYTES = 64 * 1024
const MAX_ANSWER_CHARS = 4_096

/** clamd protocol (INSTREAM). `scan` rejects with ScannerUnavailableError: an unscanned file does not count as clean. */
export function createClamd(address: string, timeoutMs = 30_000): VirusScanner {
  const portMatch = /:(\d{1,5})$/.exec(address)
  const target = portMatch
    ? { host: address.slice(0, portMatch.index).replace(/^\[|\]$/g, ''), port: Number(portMatch[1]) }
    : { path: address }
  return {
    scan: content =>
      new Promise((resolve, reject) => {
        const socket = connect(target)
        let rawResponse = ''
        const rejectWith = (problem: string, cause?: unknown) => {
          socket.destroy()
          reject(new ScannerUnavailableError(problem, { cause }))
        }
        const timer = setTimeout(() => rejectWith('The virus scanner did not answer in time'), timeoutMs)
        socket.on('error', error => rejectWith('The virus scanner cannot be reached', error))
        socket.on('close', () => clearTimeout(timer))
        socket.on('connect', () => {
          socket.write('zINSTREAM\0')
          for (let at = 0; at < content.length; at += CHUNK_BYTES) {
            const contentChunk = content.subarray(at, at + CHUNK_BYTES)
            const size = Buffer.alloc(4)
            size.writeUInt32BE(contentChunk.length)
            socket.write(size)
            socket.write(contentChunk)
          }
          // An empty chunk marks the end.
          socket.write(Buffer.alloc(4))
        })
        socket.on('data', data => {
          rawResponse += data.toString('latin1')
          if (rawResponse.length > MAX_ANSWER_CHARS) rejectWith('The virus scanner said too much')
        })
        socket.on('end', () => {
          const response = rawResponse.replace(/\0/g, '').trim()
          socket.destroy()
          if (/^stream: OK$/.test(response)) resolve('clean')
          else if (/^stream: .+ FOUND$/.test(response)) resolve('infected')
          else rejectWith(`The virus scanner answered '${response.slice(0, 200)}'`)
        })
      }),
  }
}
