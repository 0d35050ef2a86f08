import { Agent, request } from 'node:http'

type GuessOptions = {
  readonly port: number
  readonly token: string
  readonly zoneId: string
  /** Number of PINs to try, counting up from 0000. */
  readonly tries: number
  readonly sockets: number
}

/** Tries consecutive PINs as a signed-in person over many concurrent connections, and counts the responses by code. */
export async function guessPins({ port, token, zoneId, tries, sockets }: GuessOptions) {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets })
  const tryPin = (pin: string) =>
    new Promise<string>((resolve, reject) => {
      const body = JSON.stringify({ pin })
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': body.length,
      }
      const path = `/api/zones/${zoneId}/enter`
      const clientRequest = request(
        { agent, port, host: '127.0.0.1', method: 'POST', path, headers },
        answer => {
          let text = ''
          answer.setEncoding('utf8')
          answer.on('data', chunk => {
            text += chunk
          })
          answer.on('end', () => resolve((JSON.parse(text) as { code?: string }).code ?? 'entered'))
        },
      )
      clientRequest.on('error', reject)
      clientRequest.end(body)
    })

  const countsByCode: Record<string, number> = {}
  let nextPin = 0
  const guessUntilDone = async () => {
    while (nextPin < tries) {
      const code = await tryPin(String(nextPin++).padStart(4, '0'))
      countsByCode[code] = (countsByCode[code] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: sockets }, guessUntilDone))
  agent.destroy()
  return countsByCode
}
