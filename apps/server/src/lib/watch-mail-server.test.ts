import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { toMailErrorText } from './mail-error-text.ts'
import { probeMail } from './probe-mail.ts'
import { watchMailServer } from './watch-mail-server.ts'

const servers: Server[] = []
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

/** Starts a server that answers every line of a client, or never says anything; returns its URL. */
async function startMailServer(answer?: (line: string) => string): Promise<string> {
  const server = createServer(socket => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    if (!answer) return
    socket.write('220 mail.example ESMTP\r\n')
    socket.on('data', data => socket.write(`${answer(data.toString().trim())}\r\n`))
  })
  servers.push(server)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return `smtp://me:hunter2@127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

it('gives up on a silent mail server in time', async () => {
  const startedAt = performance.now()
  expect(await probeMail(await startMailServer(), 300)).toBe('The mail server did not answer in time.')
  expect(performance.now() - startedAt).toBeLessThan(3_000)
})

it("quotes the server's response to a wrong password, without the password", async () => {
  const url = await startMailServer(line =>
    line.startsWith('EHLO') ? '250-mail.example\r\n250 AUTH PLAIN' : '535 5.7.8 hunter2 is wrong',
  )
  expect(await probeMail(url, 3_000)).toBe('The mail server answered: 535 5.7.8 … is wrong')
})

it('describes a dead mail server in one sentence', async () => {
  expect(await probeMail('smtp://127.0.0.1:1', 3_000)).toBe('The mail server refused the connection.')
})

it('shortens long and multi-line responses to one line', () => {
  const text = toMailErrorText({ response: `550 no\r\n\u0007${'x'.repeat(500)}` })
  expect(text).toMatch(/^The mail server answered: 550 no x{193} …$/)
})

it('logs a dead mail server once, and once more when it works, and knows when it dies later', async () => {
  const log = { warn: vi.fn(), info: vi.fn() }
  const [refused, late] = [
    'The mail server refused the connection.',
    'The mail server did not answer in time.',
  ]
  const answers = [refused, refused, undefined, undefined]
  const notes: (string | null)[] = []
  const stop = watchMailServer(
    'smtp://mail',
    log,
    { note: problem => notes.push(problem) },
    { probe: async () => (answers.length > 0 ? answers.shift() : late), retryMs: 5, recheckMs: 5 },
  )
  await vi.waitFor(() => expect(notes.slice(0, 5)).toEqual([refused, refused, null, null, late]))
  await stop()
  expect(log.info).toHaveBeenCalledOnce()
  expect(log.warn.mock.calls).toEqual([
    [`SMTP_URL: mail cannot be sent now. ${refused} Mail waits and is tried again.`],
    [`SMTP_URL: mail cannot be sent now. ${late} Mail waits and is tried again.`],
  ])
})
