import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMailer, type Mailer } from './mail.ts'

let folder: string
let mailer: Mailer
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'muster-mail-')), 'mail')
  mailer = createMailer({
    env: {
      SMTP_URL: undefined,
      MAIL_FROM: 'muster@localhost',
      MAIL_REPLY_TO: 'help@site.example',
      DATA_DIR: join(folder, '..'),
    },
    log: pino({ level: 'silent' }),
  })
})
afterEach(() => rm(join(folder, '..'), { recursive: true }))

const send = (to: string) => mailer.send({ to, subject: 'Hello', text: `for ${to}` })
const readTexts = async () =>
  (await Promise.all((await readdir(folder)).map(name => readFile(join(folder, name), 'utf8')))).join()

it('replies go to the configured address', async () => {
  await send('asha@site.example')
  expect(await readTexts()).toContain('Reply-To: help@site.example')
})

it('files for an address are removed in any letter case, and others stay', async () => {
  for (const to of ['asha@site.example', 'Asha@Site.example', 'kiran@site.example']) send(to)
  // Do not wait for the emails, because those still being written must be removed too.
  await mailer.forget('ASHA@site.example')
  expect(await readTexts()).not.toMatch(/asha/i)
  expect(await readTexts()).toContain('for kiran@site.example')
})

it('old emails are removed, and no other files', async () => {
  await send('asha@site.example')
  await send('kiran@site.example')
  const [fileName = ''] = await readdir(folder)
  await utimes(join(folder, fileName), new Date(1_000_000), new Date(1_000_000))
  expect(await mailer.removeOlder(2_000_000)).toBe(1)
  expect(await readdir(folder)).toHaveLength(1)
})

it('a missing mail folder is accepted', async () => {
  await mailer.forget('nobody@site.example')
  expect(await mailer.removeOlder(Date.now())).toBe(0)
})

describe('with a mail server that never finishes its response', () => {
  /** Starts a server that greets, and then sends a meaningless byte now and then. */
  async function startSlowServer() {
    let openCount = 0
    const server = createServer(socket => {
      openCount++
      socket.on('error', () => undefined)
      socket.on('close', () => {
        clearInterval(dripTimer)
        openCount--
      })
      socket.resume()
      socket.write('220 hello\r\n250')
      const dripTimer = setInterval(() => socket.write('-'), 20)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const startMailer = (sendingMs?: number) =>
      createMailer({
        env: {
          SMTP_URL: `smtp://127.0.0.1:${port}`,
          MAIL_FROM: 'muster@localhost',
          MAIL_REPLY_TO: undefined,
          DATA_DIR: join(folder, '..'),
        },
        log: pino({ level: 'silent' }),
        ...(sendingMs && { sendingMs }),
      })
    return { open: () => openCount, startMailer, close: () => server.close() }
  }
  const mail = { to: 'asha@site.example', subject: 'Hello', text: 'Hello' }

  it('gives up an email after its timeout, and closes its connection', async () => {
    const slowServer = await startSlowServer()
    const slowMailer = slowServer.startMailer(200)
    await expect(Promise.all([1, 2, 3].map(() => slowMailer.send(mail)))).rejects.toThrow()
    await expect(slowServer.startMailer().send(mail, 200)).rejects.toThrow()
    await vi.waitFor(() => expect(slowServer.open()).toBe(0), { timeout: 8_000 })
    slowServer.close()
  })

  it('waits for it only briefly when it stops', async () => {
    const slowServer = await startSlowServer()
    const slowMailer = slowServer.startMailer()
    const sendResult = slowMailer.send(mail).then(
      () => 'sent',
      () => 'given up',
    )
    await vi.waitFor(() => expect(slowServer.open()).toBe(1), 15_000)
    // The server never responds, and stopping must not wait forever.
    await slowMailer.stop()
    expect(await sendResult).toBe('given up')
    await expect(slowMailer.send(mail)).rejects.toThrow()
    await vi.waitFor(() => expect(slowServer.open()).toBe(0), { timeout: 8_000 })
    slowServer.close()
  })
})
