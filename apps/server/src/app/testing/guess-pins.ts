import { Agent, request } from 'node:http'

type Guessing = {
  readonly port: number
  readonly token: string
  readonly zoneId: string
  /** Number of PINs to try, from 0000 up. */
  readonly tries: number
  readonly sockets: number
}

/** Tries PINs in sequence as a signed-in person, over many connections at once, and counts the responses by code. */
export async function guessPins({ port, token, zoneId, tries, sockets }: Guessing) {
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
      const sent = request({ agent, port, host: '127.0.0.1', method: 'POST', path, headers }, answer => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', part => {
          text += part
        })
        answer.on('end', () => resolve((JSON.parse(text) as { code?: string }).code ?? 'entered'))
      })
      sent.on('error', reject)
      sent.end(body)
    })

  const answers: Record<string, number> = {}
  let next = 0
  const guesser = async () => {
    while (next < tries) {
      const code = await tryPin(String(next++).padStart(4, '0'))
      answers[code] = (answers[code] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: sockets }, guesser))
  agent.destroy()
  return answers
}
